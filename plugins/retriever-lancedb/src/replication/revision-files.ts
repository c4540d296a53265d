import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type CurrentRevision, filesBeside, isMissing } from '../tables/current-revision.ts'

const TABLES = 'tables/'

/** Where a file of a manifest lies on this node. */
export function localPath(folder: string, tables: string, path: string): string {
  return path.startsWith(TABLES) ? join(folder, tables, path.slice(TABLES.length)) : join(folder, path)
}

export function isTableFile(path: string): boolean {
  return path.startsWith(TABLES)
}

/** Every file of a revision on this node, as a manifest names it. */
export async function revisionFiles(
  folder: string,
  current: CurrentRevision,
): Promise<{ path: string; size: number }[]> {
  const inTables = await tableFiles(folder, current.tables)
  const paths = [...inTables, ...filesBeside(current)]
  return Promise.all(
    paths.map(async (path) => ({ path, size: (await stat(localPath(folder, current.tables, path))).size })),
  )
}

/** Every file in the folder of the tables; none when there is no such folder. */
export async function tableFiles(folder: string, tables: string): Promise<string[]> {
  const root = join(folder, tables)
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => TABLES + relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}
