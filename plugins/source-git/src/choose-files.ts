import { posix } from 'node:path'
import { includableFiles, isDocumentationFile, isLayoutFile, isUnreadDocument } from '@docent/content'
import picomatch from 'picomatch'
import type { GitSourceSettings } from './options.ts'
import type { SizedEntry } from './parse-sized-listing.ts'

/** Descriptions of HTTP APIs, by their usual names. */
const API_NAME = /openapi|swagger/i
const API_FOLDER = /(?:^|\/)(?:openapi|api-reference)\//i
const API_ENDING = /\.(?:json|ya?ml)$/i

/** Largest description of an API, and largest part of one, bytes: it becomes many pages. */
export const LARGEST_API_FILE = 32 * 1024 * 1024

/** GitBook keeps blocks that pages share in `.gitbook`. */
export const isHidden = (segment: string) =>
  segment === 'node_modules' || (segment.startsWith('.') && segment !== '.gitbook')

export interface ChosenFile {
  /** Posix, relative to the docs root. */
  path: string
  /** Object id of the blob. */
  id: string
}

export interface Choice {
  files: ChosenFile[]
  /** Documentation that was left out because of its size. */
  tooLarge: { path: string; size: number; isApi: boolean }[]
  /** Documentation files whose name is no UTF-8, as well as it can be shown: no page path can be made of it. */
  unreadableNames: string[]
  /** Documents in formats that Docent does not read, and symbolic links that lead to no page of the docs folder. */
  unread: string[]
}

/**
 * The documentation among the entries of a tree: pages, texts that they include, descriptions of APIs, and the files that tell how they become a
 * site. Hidden files and folders,
 * `node_modules`, symlinks and submodules are left out: `withLinkedPages` has put pages in the place of links to them.
 */
export function chooseFiles(
  entries: readonly SizedEntry[],
  {
    ignore,
    include = [],
    named = new Set(),
    maxFileBytes,
  }: Pick<GitSourceSettings, 'ignore' | 'maxFileBytes'> &
    Partial<Pick<GitSourceSettings, 'include'>> & {
      /** Descriptions of APIs with their parts, and files that the site itself names. */
      named?: ReadonlySet<string>
    },
): Choice {
  const isIgnored = ignore.length === 0 ? () => false : picomatch([...ignore], { dot: true })
  const isIncluded = include.length === 0 ? () => false : picomatch([...include])
  const mayBeIncluded = includableFiles(entries.map(({ path }) => path))
  const choice: Choice = { files: [], tooLarge: [], unreadableNames: [], unread: [] }
  for (const { path, isExact, kind, id, size } of entries) {
    const isLayout = isLayoutFile(path)
    const isApi = isApiFile(path) || named.has(path)
    const isWanted = isDocumentationFile(path) || mayBeIncluded(path) || isIncluded(path)
    const isUnread = isUnreadDocument(path)
    if (!isWanted && !isLayout && !isApi && !isUnread) continue
    if (!isLayout && path.split('/').some(isHidden)) continue
    if (isIgnored(path)) continue
    if (kind !== 'file' && kind !== 'executable') {
      if (kind === 'symlink' && isDocumentationFile(path)) choice.unread.push(path)
      continue
    }
    if (!isExact) choice.unreadableNames.push(path)
    else if (isUnread && !isWanted && !isLayout && !isApi) choice.unread.push(path)
    else if (size > (isApi ? Math.max(maxFileBytes, LARGEST_API_FILE) : maxFileBytes))
      choice.tooLarge.push({ path, size, isApi })
    else choice.files.push({ path, id })
  }
  return choice
}

/** Whether a file is a description of an API, or a part of one, by its name. */
export function isApiFile(path: string): boolean {
  const name = path.replace(API_ENDING, '')
  return name !== path && (API_NAME.test(posix.basename(name)) || API_FOLDER.test(name))
}
