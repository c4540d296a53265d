import { expect, test } from 'vitest'
import { sleep } from './sleep.ts'

test('rejects with the reason of the signal, before and while it waits', async () => {
  await sleep(0)
  await expect(sleep(3_600_000, AbortSignal.abort(new Error('gone before')))).rejects.toThrow('gone before')
  const controller = new AbortController()
  const waiting = sleep(3_600_000, controller.signal)
  controller.abort(new Error('gone meanwhile'))
  await expect(waiting).rejects.toThrow('gone meanwhile')
})
