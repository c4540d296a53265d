import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isDocumentationFile } from '@docent/content'
import { SeededRandom } from './random.ts'

const run = promisify(execFile)
const MOST_FILES = 10
/** Generated, and full of addresses and versions that are nowhere else. */
const CHANGELOG = /(?:^|\/)(?:changelog|changes|release-?notes?|releases?|history)s?\b|\/blog\//i

/** What one person changed in pages, and in nothing else. */
export interface PageCommit {
  commit: string
  parent: string
  message: string
  pages: readonly { path: string; before: string; after: string }[]
}

/**
 * Commits with one parent that add or change at most ten pages and no other file, and no changelog or blog post.
 *
 * @param newest how many of those are looked at; `count` of them are picked
 */
export async function pageCommits(
  repository: string,
  { count, newest, seed }: { count: number; newest: number; seed: number },
): Promise<PageCommit[]> {
  const git = gitOf(repository)
  const log = await git(
    'log',
    '--no-merges',
    '--no-renames',
    '--name-status',
    '--format=%x1e%H%x1f%P%x1f%B%x1f',
  )
  const fitting = log
    .split('\x1e')
    .slice(1)
    .flatMap((entry) => {
      const [commit = '', parent = '', message = '', files = ''] = entry.split('\x1f')
      const changes = files.split('\n').filter((line) => line !== '')
      const paths = changes.map((line) => line.slice(2))
      const isFitting =
        parent !== '' &&
        changes.length > 0 &&
        changes.length <= MOST_FILES &&
        changes.every((line) => /^[AM]\t/.test(line)) &&
        paths.every((path) => isDocumentationFile(path) && !CHANGELOG.test(path))
      return isFitting ? [{ commit, parent, message: message.trim(), paths }] : []
    })
    .slice(0, newest)
  const commits: PageCommit[] = []
  for (const { paths, ...commit } of new SeededRandom(seed).shuffled(fitting).slice(0, count)) {
    const read = async (at: string, path: string) => await git('show', `${at}:${path}`).catch(() => '')
    const pages = paths.map(async (path) => ({
      path,
      before: await read(commit.parent, path),
      after: await read(commit.commit, path),
    }))
    commits.push({ ...commit, pages: await Promise.all(pages) })
  }
  return commits
}

/** The branch that is checked out, or the default one of a bare clone. */
export async function branchOf(repository: string): Promise<string> {
  return (await gitOf(repository)('symbolic-ref', '--short', 'HEAD')).trim()
}

/** Whether a text occurs in any file of a commit. */
export async function occursAt(repository: string, commit: string, text: string): Promise<boolean> {
  const found = gitOf(repository)('grep', '-I', '-q', '-F', '-i', '-e', text, commit)
  return await found.then(
    () => true,
    (error: { code?: unknown }) => {
      if (error.code === 1) return false
      throw error
    },
  )
}

function gitOf(repository: string) {
  return async (...args: string[]) =>
    (await run('git', ['-C', repository, ...args], { maxBuffer: 2 ** 30 })).stdout
}
