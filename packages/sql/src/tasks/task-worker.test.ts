import { expect, test } from 'vitest'
import { type TaskLedger, TaskWorker } from './task-worker.ts'

test('reports an outage of the store once, and the next one again', async () => {
  const looks: PromiseWithResolvers<boolean>[] = []
  const begun: PromiseWithResolvers<void>[] = [Promise.withResolvers()]
  const ledger: TaskLedger = {
    isDue() {
      const look = Promise.withResolvers<boolean>()
      looks.push(look)
      begun.push(Promise.withResolvers())
      begun.at(-2)?.resolve()
      return look.promise
    },
    take: async () => undefined,
    renew: async () => true,
    end: async () => undefined,
  }
  const messages: string[] = []
  const nothing = () => undefined
  const error = (_fields: object, message: string) => void messages.push(message)
  const logger = { debug: nothing, info: nothing, warn: nothing, error }
  const queue = { name: 'tasks', attempts: 1, retryMs: 1, leaseMs: 1_000 }
  const worker = new TaskWorker(ledger, queue, async () => undefined, 'one', logger)
  const answers = [false, 'away', 'away', false, 'away'] as const
  for (const [at, answer] of answers.entries()) {
    await begun[at]?.promise
    worker.wake()
    if (answer === 'away') looks[at]?.reject(new Error('The store is away.'))
    else looks[at]?.resolve(answer)
  }
  await begun[answers.length]?.promise
  expect(messages).toHaveLength(2)
  looks.at(-1)?.resolve(false)
  await worker.stop()
})
