import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Bare, expressionKey } from './collect-expressions.ts'
import { isPlainlyLinear } from './plainly-linear.ts'
import { withFewRepetitions } from './repetitions.ts'
import type { Verdict } from './verdict.ts'

const THREADS = 2
/** What is proven of the expressions of shipped code, from the root of the repository. */
export const VERDICTS = 'scripts/expressions/verdicts.txt'

/** Whose verdicts are kept: another version of the checker, or other limits, judge anew. */
const JUDGE = `recheck ${versionOfChecker()}, limits 1`

/**
 * Judges each expression once, and keeps the verdicts in the file `kept` for the next run, a line for each: proving all of
 * them takes ten minutes of CPU time.
 *
 * @param isWhole the expressions are all there are: verdicts of others go
 */
export async function judgeExpressions(
  expressions: readonly Bare[],
  kept: string,
  isWhole = false,
): Promise<ReadonlyMap<string, Verdict>> {
  const known = readVerdicts(kept)
  const verdicts = new Map<string, Verdict>()
  const proven = new Map<string, Verdict>()
  const open = new Map<string, Bare>()
  for (const each of expressions) {
    const key = expressionKey(each)
    const isPlain = isPlainlyLinear(withFewRepetitions(each.source), each.flags)
    const verdict: Verdict | undefined = isPlain ? { growth: 'linear' } : known.get(hashOf(key))
    if (verdict) verdicts.set(key, verdict)
    else open.set(key, each)
    if (verdict && !isPlain) proven.set(hashOf(key), verdict)
  }
  const queue = [...open]
  await Promise.all(
    Array.from({ length: Math.min(THREADS, queue.length) }, () =>
      work(queue, (key, verdict) => {
        verdicts.set(key, verdict)
        proven.set(hashOf(key), verdict)
      }),
    ),
  )
  writeVerdicts(kept, isWhole ? proven : new Map([...known, ...proven]))
  return verdicts
}

function versionOfChecker(): string {
  const { devDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return devDependencies.recheck
}

function readVerdicts(file: string): ReadonlyMap<string, Verdict> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return new Map(
    lines
      .filter((line) => line !== '')
      .map((line): [string, Verdict] => {
        const space = line.indexOf(' ')
        return [line.slice(0, space), JSON.parse(line.slice(space + 1))]
      }),
  )
}

function writeVerdicts(file: string, verdicts: ReadonlyMap<string, Verdict>): void {
  const text = [...verdicts]
    .map(([hash, verdict]) => `${hash} ${JSON.stringify(verdict)}\n`)
    .sort()
    .join('')
  mkdirSync(dirname(file), { recursive: true })
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}

function hashOf(key: string): string {
  return createHash('sha256').update(`${JUDGE} ${key}`).digest('base64url')
}

/** One thread takes one expression after the other. */
function work(queue: [string, Bare][], judged: (key: string, verdict: Verdict) => void): Promise<void> {
  const worker = new Worker(new URL('./judge.worker.ts', import.meta.url), {
    env: { ...process.env, RECHECK_SYNC_BACKEND: 'pure' },
  })
  return new Promise((resolve, reject) => {
    let key = ''
    const next = () => {
      const [open, expression] = queue.pop() ?? []
      if (open === undefined) {
        void worker.terminate().then(() => resolve())
        return
      }
      key = open
      worker.postMessage(expression)
    }
    worker.once('error', (cause) => reject(new Error(`Could not judge ${key}.`, { cause })))
    worker.on('message', (verdict: Verdict) => {
      judged(key, verdict)
      next()
    })
    next()
  })
}
