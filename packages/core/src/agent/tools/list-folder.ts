import picomatch from 'picomatch'
import { DocentError } from '../../errors/docent-error.ts'
import type { WorkspaceFile } from '../../ports/workspaces.ts'
import { noteTag } from '../../turn/prompt-tags.ts'
import type { ReadableFiles } from '../contexts/context-files.ts'

const LIMIT = 500
/** Folders that are named beside the files that are not shown. */
const MAX_FOLDERS = 30

/** A path as the workspace takes it: no `./`, no slash at its end; '' for the root. */
export function folderPath(path: string): string {
  return path.replace(/^(?:\.\/+)+|(?<!\/)\/+$/g, '').replace(/^\.$/, '')
}

/** Each one more multiplies the time that a long path takes. */
const MOST_WILDCARDS = 6

interface Listed {
  files: readonly WorkspaceFile[]
  /** The folder that has them all. */
  folder: string
}

/** A name with wildcards can be a folder's, such as `[slug]`: only where there is none is it a glob. */
async function filesOf(tree: ReadableFiles, path: string, signal: AbortSignal): Promise<Listed> {
  const below = (prefix: string) => tree.list(prefix === '' ? { signal } : { prefix, signal })
  const files = await below(path)
  const { base, isGlob } = picomatch.scan(path)
  if (files.length > 0 || !isGlob) return { files, folder: path }
  if ((path.match(/\*+/g) ?? []).length > MOST_WILDCARDS)
    throw new DocentError(
      'invalid_request',
      `${path} has more than ${MOST_WILDCARDS} wildcards. List a folder, or use a simpler glob.`,
    )
  const isListed = picomatch(path, { dot: true, noextglob: true })
  return { files: (await below(base)).filter((file) => isListed(file.path)), folder: base }
}

/** Files below a folder or of a glob, one a line, links marked; undefined when there is none. */
export async function listFolder(
  tree: ReadableFiles,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { files, folder } = await filesOf(tree, path, signal)
  if (files.length === 0) return undefined
  const shown = files
    .slice(0, LIMIT)
    .map((file) =>
      file.kind === 'symlink' || file.kind === 'submodule' ? `${file.path} (${file.kind})` : file.path,
    )
  const rest = files.slice(LIMIT)
  if (rest.length === 0) return shown.join('\n')
  const start = folder === '' ? 0 : folder.length + 1
  const counts = new Map<string, number>()
  for (const { path: each } of rest) {
    const [name = '', inside] = each.slice(start).split('/', 2)
    const key = inside === undefined ? 'this folder' : `${each.slice(0, start)}${name}/`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const folders = [...counts].slice(0, MAX_FOLDERS).map(([name, count]) => `${count} in ${name}`)
  if (counts.size > MAX_FOLDERS) folders.push('…')
  const note = `… and ${rest.length} more files: ${folders.join(', ')}. List a folder of them.`
  return `${shown.join('\n')}\n${noteTag(note)}`
}
