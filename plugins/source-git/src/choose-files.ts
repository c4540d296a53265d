import { isDocumentationFile } from '@docent/content'
import picomatch from 'picomatch'
import type { GitSourceSettings } from './options.ts'
import type { SizedEntry } from './parse-sized-listing.ts'

/** Read by Docent at the docs root, and nowhere else. */
const NAVIGATION_FILES: ReadonlySet<string> = new Set(['docs.json', 'mint.json'])

export interface ChosenFile {
  /** Posix, relative to the docs root. */
  path: string
  /** Object id of the blob. */
  id: string
}

export interface Choice {
  files: ChosenFile[]
  /** Documentation that was left out because of its size. */
  tooLarge: string[]
  /** Documentation files whose name is no UTF-8: no page path can be made of it. */
  unreadableNames: number
}

/**
 * The documentation among the entries of a tree: pages anywhere, navigation at the root. Hidden files and folders,
 * `node_modules`, symlinks (they may lead out of the docs folder) and submodules are left out.
 */
export function chooseFiles(
  entries: readonly SizedEntry[],
  { ignore, maxFileBytes }: Pick<GitSourceSettings, 'ignore' | 'maxFileBytes'>,
): Choice {
  const isIgnored = ignore.length === 0 ? () => false : picomatch([...ignore], { dot: true })
  const choice: Choice = { files: [], tooLarge: [], unreadableNames: 0 }
  for (const { path, isExact, kind, id, size } of entries) {
    if (kind !== 'file' && kind !== 'executable') continue
    if (!isDocumentationFile(path) && !NAVIGATION_FILES.has(path)) continue
    if (path.split('/').some((segment) => segment === 'node_modules' || segment.startsWith('.'))) continue
    if (isIgnored(path)) continue
    if (!isExact) choice.unreadableNames++
    else if (size > maxFileBytes) choice.tooLarge.push(path)
    else choice.files.push({ path, id })
  }
  return choice
}
