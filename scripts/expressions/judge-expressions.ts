import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Bare, expressionKey } from './collect-expressions.ts'
import { isPlainlyLinear } from './plainly-linear.ts'
import { withFewRepetitions } from './repetitions.ts'
import type { Verdict } from './verdict.ts'

const THREADS = 2

/** Judges each expression once, and keeps the verdicts in the file `cache` for the next run. */
export async function judgeExpressions(
  expressions: readonly Bare[],
  cache: string,
): Promise<ReadonlyMap<string, Verdict>> {
  const kept: Record<string, Verdict> = existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : {}
  const verdicts = new Map<string, Verdict>()
  const open = new Map<string, Bare>()
  for (const each of expressions) {
    const key = expressionKey(each)
    const isPlain = isPlainlyLinear(withFewRepetitions(each.source), each.flags)
    const verdict: Verdict | undefined = isPlain ? { growth: 'linear' } : kept[hashOf(key)]
    if (verdict) verdicts.set(key, verdict)
    else open.set(key, each)
  }
  const queue = [...open]
  await Promise.all(
    Array.from({ length: Math.min(THREADS, queue.length) }, () =>
      work(queue, (key, verdict) => {
        verdicts.set(key, verdict)
        kept[hashOf(key)] = verdict
      }),
    ),
  )
  if (open.size > 0) {
    mkdirSync(dirname(cache), { recursive: true })
    writeFileSync(cache, JSON.stringify(kept))
  }
  return verdicts
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
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
