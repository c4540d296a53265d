import { describe, expect, test, vi } from 'vitest'
import { TextBatch } from './text-batch.ts'

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

function gather() {
  const passed: string[] = []
  const failed: unknown[] = []
  const batch = new TextBatch(
    (id, text) => void passed.push(`${id}:${text}`),
    (error) => void failed.push(error),
  )
  return { batch, passed, failed }
}

describe('TextBatch', () => {
  test('joins the deltas of one turn of the event loop, and only those', async () => {
    const { batch, passed } = gather()
    for (const delta of ['a', 'b', 'c']) batch.add({ id: '1', delta })
    await nextTurn()
    batch.add({ id: '1', delta: 'd' })
    await nextTurn()
    expect(passed).toEqual(['1:abc', '1:d'])
  })

  test('keeps the blocks of a reply apart, in order', async () => {
    const { batch, passed } = gather()
    batch.add({ id: '1', delta: 'a' })
    batch.add({ id: '2', delta: 'b' })
    batch.add({ id: '1', delta: 'c' })
    batch.flush()
    expect(passed).toEqual(['1:a', '2:b', '1:c'])
    await nextTurn()
    expect(passed).toHaveLength(3)
  })

  test('passes on at once what has grown long, so that a fast model is not held without bound', () => {
    const { batch, passed } = gather()
    for (let n = 0; n < 40; n++) batch.add({ id: '1', delta: 'x'.repeat(1_000) })
    expect(passed.map((text) => text.length)).toEqual([17_002, 17_002])
  })

  test('says that the taker is behind until it has caught up', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const batch = new TextBatch(
      () => promise,
      () => undefined,
    )
    batch.add({ id: '1', delta: 'a' })
    expect(batch.blocked).toBeUndefined()
    await nextTurn()
    const { blocked } = batch
    expect(blocked).toBeInstanceOf(Promise)
    resolve()
    await blocked
    expect(batch.blocked).toBeUndefined()
  })

  test('tells what the taker throws when nobody waits for it, now or later', async () => {
    for (const pass of [
      () => {
        throw new Error('now')
      },
      () => Promise.reject(new Error('later')),
    ]) {
      const fail = vi.fn()
      const batch = new TextBatch(pass, fail)
      batch.add({ id: '1', delta: 'a' })
      await nextTurn()
      await batch.blocked
      expect(fail).toHaveBeenCalledOnce()
    }
  })

  test('forgets what is held when nobody is there any more', async () => {
    const { batch, passed } = gather()
    batch.add({ id: '1', delta: 'a' })
    batch.discard()
    await nextTurn()
    expect(passed).toEqual([])
  })
})
