import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isDocumentationFile } from '@docent/content'
import { SeededRandom } from './random.ts'

const run = promisify(execFile)
const SHORTEST = 40
/** What both have in common, of all their words: less is another sentence. */
const LEAST_ALIKE = 0.3
/** Words that each has for itself: with fewer it is a slip of the pen. */
const LEAST_CHANGED = 2
/** Texts of others, and those that name every version. */
const PASSED_OVER =
  /(?:^|\/)(?:vendor|node_modules)\/|(?:^|\/)(?:changelog|changes|release-?notes?|history)\b/i
const WORD = /[\p{L}\p{N}_-]+/gu
/** Whatever the check may look at, found without it. */
const FACT =
  /`[^`\n]+`|\]\([^)\n]*\)|https?:\/\/[^\s)>\]]+|--[a-z][\w-]*|\d+(?:[.,:]\d+)*|@?[\w-]+(?:[_./][\w-]+)+|\b[a-z]+[A-Z]\w*|\b[A-Z]+-\d+/g

/** One line of a page in the words of two people, with the same names and numbers. */
export interface Rewording {
  file: string
  /** How it was said before. */
  before: string
  now: string
  /** The page as it is now. */
  page: string
}

/**
 * Lines of pages that people said in other words: a change that keeps every name and number of a line. The old line is
 * a right answer about the new page.
 */
export async function rewordingsOf(
  repository: string,
  { count, newest, seed }: { count: number; newest: number; seed: number },
): Promise<Rewording[]> {
  const git = async (...args: string[]) =>
    (await run('git', ['-C', repository, ...args], { maxBuffer: 2 ** 30 })).stdout
  const log = await git(
    'log',
    '--no-merges',
    '--no-renames',
    '--diff-filter=M',
    `--max-count=${newest}`,
    '-p',
    '--unified=0',
    '--format=%x1e%H',
    '--',
    ...['md', 'mdx'].map((ending) => `*.${ending}`),
  )
  const found = log
    .split('\x1e')
    .slice(1)
    .flatMap((entry) => pairsOf(entry))
  const chosen = new Map(
    new SeededRandom(seed)
      .shuffled(found)
      .map((pair) => [pair.before, pair] as const)
      .slice(0, count),
  )
  return await Promise.all(
    [...chosen.values()].map(async ({ commit, ...pair }) => ({
      ...pair,
      page: await git('show', `${commit}:${pair.file}`),
    })),
  )
}

function pairsOf(entry: string): (Omit<Rewording, 'page'> & { commit: string })[] {
  const commit = entry.slice(0, entry.indexOf('\n')).trim()
  return entry.split('\ndiff --git ').flatMap((diff) => {
    const file = /^\+\+\+ b\/(.+)$/m.exec(diff)?.[1]?.trim()
    if (file === undefined || !isDocumentationFile(file) || PASSED_OVER.test(file)) return []
    const [, ...hunks] = diff.split(/^@@[^\n]*\n/m)
    return hunks.flatMap((hunk) => {
      const lines = hunk.split('\n')
      const removed = lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1).trim())
      const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1).trim())
      if (removed.length !== added.length) return []
      return removed.flatMap((before, at) => {
        const now = added[at] ?? ''
        return isRewording(before, now) ? [{ commit, file, before, now }] : []
      })
    })
  })
}

function isRewording(before: string, now: string): boolean {
  if (before.length < SHORTEST || now.length < SHORTEST) return false
  const facts = factsOf(before)
  if (facts === '' || facts !== factsOf(now)) return false
  const [one, other] = [wordsOf(before), wordsOf(now)]
  const common = [...one].filter((word) => other.has(word)).length
  const isOther = one.size - common >= LEAST_CHANGED && other.size - common >= LEAST_CHANGED
  return isOther && common / (one.size + other.size - common) >= LEAST_ALIKE
}

function factsOf(line: string): string {
  return [...new Set(line.match(FACT) ?? [])].sort().join('\n')
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.toLowerCase().match(WORD) ?? [])
}
