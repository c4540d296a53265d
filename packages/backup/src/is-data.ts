import { readFile } from 'node:fs/promises'
import { isDatabase } from './sqlite-copy.ts'

/** What lies in a bare repository: gitrepository-layout(5), without what git runs. */
const OF_REPOSITORY =
  /^repositories\/(?:[^/]+\/)*[^/]+\.git\/(?:(?:HEAD|ORIG_HEAD|FETCH_HEAD|config|description|packed-refs|shallow)$|(?:refs|objects|info|logs|worktrees)\/)/

/** Settings of git that name a program, or another file of settings. */
const RUNS_PROGRAMS = new RegExp(
  `^[^\\S\\r\\n\\u2028\\u2029]*(?:\\[\\s*(?:include|includeif|alias)\\b|(?:${[
    'alternaterefscommand askpass clean cmd command driver editor fsmonitor gitproxy helper hookspath',
    'packobjectshook pager process program receivepack smudge sshcommand textconv uploadpack vcs',
  ]
    .join(' ')
    .replaceAll(' ', '|')})\\b)`,
  'im',
)

/**
 * Whether a file of a backup is data of Docent: a database, the secret, or a part of a bare repository from which git
 * runs nothing. Anything else could be code that a server runs after a restore.
 *
 * @param path relative to the data directory, with `/`
 */
export async function isData(path: string, file: string): Promise<boolean> {
  if (path === 'secret') return true
  if (!OF_REPOSITORY.test(path)) return isDatabase(file)
  return !path.endsWith('/config') || !RUNS_PROGRAMS.test(await readFile(file, 'utf8'))
}
