import { noteTag } from '../../turn/prompt-tags.ts'
import type { ReadableFiles } from '../contexts/context-files.ts'

const LIMIT = 500
/** Folders that are named beside the files that are not shown. */
const MAX_FOLDERS = 30

/** A path as the workspace takes it: no `./`, no slash at its end; '' for the root. */
export function folderPath(path: string): string {
  return path.replace(/^(?:\.\/+)+|(?<!\/)\/+$/g, '').replace(/^\.$/, '')
}

/** Files below a folder, one a line, links marked; undefined when there is none. */
export async function listFolder(
  tree: ReadableFiles,
  folder: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const files = await tree.list(folder === '' ? { signal } : { prefix: folder, signal })
  if (files.length === 0) return undefined
  const shown = files
    .slice(0, LIMIT)
    .map(({ path, kind }) => (kind === 'symlink' || kind === 'submodule' ? `${path} (${kind})` : path))
  const rest = files.slice(LIMIT)
  if (rest.length === 0) return shown.join('\n')
  const start = folder === '' ? 0 : folder.length + 1
  const counts = new Map<string, number>()
  for (const { path } of rest) {
    const [name = '', inside] = path.slice(start).split('/', 2)
    const key = inside === undefined ? 'this folder' : `${path.slice(0, start)}${name}/`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const folders = [...counts].slice(0, MAX_FOLDERS).map(([name, count]) => `${count} in ${name}`)
  if (counts.size > MAX_FOLDERS) folders.push('…')
  const note = `… and ${rest.length} more files: ${folders.join(', ')}. List a folder of them.`
  return `${shown.join('\n')}\n${noteTag(note)}`
}
