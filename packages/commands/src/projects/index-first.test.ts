import { IndexProject } from '@docent/core'
import type { CommandOutput } from '@docent/core/plugin'
import { Clock, type Docent, DocentError, Retriever } from '@docent/core/plugin'
import { ManualClock, makeProject } from '@docent/testing'
import { expect, test } from 'vitest'
import { indexFirst } from './index-first.ts'

const project = makeProject({ repository: 'file:///docs.git' })
const out = { progress: () => {} } as unknown as CommandOutput
const signal = new AbortController().signal

/** @param runs what each attempt to index does; the last one may be a failure for good */
function setup(revisions: (string | undefined)[], ...runs: (DocentError | undefined)[]) {
  let attempts = 0
  const known = new Map<unknown, unknown>([
    [Clock, new ManualClock()],
    [Retriever, { state: async () => ({ revision: revisions.shift(), pages: 0, passages: 0 }) }],
    [
      IndexProject,
      {
        run: async () => {
          const failure = runs[attempts++]
          if (failure) throw failure
        },
      },
    ],
  ])
  const docent = { resolve: (target: unknown) => known.get(target) } as Docent
  return { run: () => indexFirst(docent, project, { out, signal, lookAgainMs: 1 }), attempts: () => attempts }
}

const busy = () => new DocentError('conflict', 'Another process indexes it.', { isRetryable: true })

test('indexes a project that never was, and no other', async () => {
  const first = setup([undefined], undefined)
  await first.run()
  expect(first.attempts()).toBe(1)
  const known = setup(['abc'])
  await known.run()
  expect(known.attempts()).toBe(0)
})

test('waits for whoever indexes it now', async () => {
  const { run, attempts } = setup([undefined, undefined, 'abc'], busy(), busy())
  await run()
  expect(attempts()).toBe(2)
})

test('says why the documentation cannot be read', async () => {
  const { run } = setup([undefined], new DocentError('configuration', 'There is no such repository.'))
  await expect(run()).rejects.toThrow('There is no such repository.')
})
