import { setTimeout as sleep } from 'node:timers/promises'
import { SimulatedS3 } from '@docent/simulators'
import { indexedPage } from '@docent/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commit, LONG, PAGES, project, revisionsFound, serves, TestNodes } from './test-nodes.ts'

/** STORE_AWAY_MINUTES lets it last: see CONTRIBUTING.md. */
const AWAY_MS = Number(process.env.STORE_AWAY_MINUTES ?? 0) * 60_000
vi.setConfig({ testTimeout: AWAY_MS + 300_000 })
let nodes: TestNodes

beforeEach(async () => {
  nodes = await TestNodes.make()
})

afterEach(() => nodes.close())

describe('three nodes', () => {
  test('see each new revision, and no answer mixes two', async () => {
    const [writer, ...readers] = [
      await nodes.start('one'),
      await nodes.start('two'),
      await nodes.start('three'),
    ]
    await commit(writer, 'r0')
    for (const node of readers) await serves(node, 'r0')
    const mixed: string[][] = []
    let isOver = false
    const reading = [writer, ...readers].map(async (node) => {
      while (!isOver) {
        const found = await revisionsFound(node)
        if (found.length !== 1) mixed.push(found)
        await sleep(5)
      }
    })
    for (let at = 1; at <= 3; at++) {
      await commit(writer, `r${at}`)
      for (const node of readers) await serves(node, `r${at}`)
    }
    isOver = true
    await Promise.all(reading)
    expect(mixed).toEqual([])
    expect((await readers[0]?.state(project))?.revision).toBe('r3')
  })

  test('write in turns', async () => {
    const all = [await nodes.start('one'), await nodes.start('two'), await nodes.start('three')]
    for (let at = 0; at < 6; at++) {
      await vi.waitFor(async () => commit(all[at % 3] ?? raise(), `r${at}`), LONG)
      for (const node of all) await serves(node, `r${at}`)
    }
    const found = await all[1]?.pages(project)
    expect(found?.map(({ path }) => path).sort()).toEqual(PAGES)
  })

  test('whose clocks are hours apart write in turns, and none prunes what another needs', async () => {
    const hour = 3_600_000
    const [early, right, late] = [
      await nodes.start('early', { clockOffMs: -30 * hour, keepMinutes: 10 }),
      await nodes.start('right', { keepMinutes: 10 }),
      await nodes.start('late', { clockOffMs: 30 * hour, keepMinutes: 10 }),
    ]
    const all = [early, right, late]
    for (let at = 0; at < 6; at++) {
      await vi.waitFor(async () => commit(all[at % 3] ?? raise(), `r${at}`), LONG)
      for (const node of all) await serves(node, `r${at}`)
    }
    expect(nodes.keys('/revisions/')).toHaveLength(6)
    expect(await revisionsFound(await nodes.start('new'))).toEqual(['r5'])
  })

  test('forget a project that is deleted on one of them', async () => {
    const [one, two] = [await nodes.start('one'), await nodes.start('two')]
    await commit(one, 'r1')
    await serves(two, 'r1')
    await one.drop(project)
    await vi.waitFor(async () => expect(await revisionsFound(two)).toEqual([]), LONG)
    expect((await two.state(project)).revision).toBeUndefined()
    // A look at the store while the files went may have failed: the next one is well.
    await vi.waitFor(async () => expect((await two.health()).ok).toBe(true), LONG)
    expect(nodes.keys('/files/')).toEqual([])
    await commit(two, 'r2')
    await serves(one, 'r2')
  })
})

test('a new node has the index before it answers the first search', async () => {
  await commit(await nodes.start('one'), 'r1')
  expect(await revisionsFound(await nodes.start('two', { pollMs: 600_000 }))).toEqual(['r1'])
})

test('a node without a copy says that it has none, instead of finding nothing', async () => {
  await commit(await nodes.start('one'), 'r1')
  await nodes.s3.close()
  const two = await nodes.start('two')
  await expect(revisionsFound(two)).rejects.toMatchObject({ code: 'unavailable', isRetryable: true })
  expect(await two.holds(project)).toBe(false)
  await nodes.s3.listen()
  await serves(two, 'r1')
  expect(await two.holds(project)).toBe(true)
  await nodes.s3.close()
  expect(await two.holds(project)).toBe(true)
  await nodes.s3.listen()
})

test('a node that knows no project does not say that the store works before it has asked it', async () => {
  await nodes.s3.close()
  const one = await nodes.start('one')
  const isDown = async () => expect(await one.health()).toMatchObject({ ok: false, isDegraded: true })
  await vi.waitFor(isDown, LONG)
  for (let look = 0; look < 20; look++) {
    await sleep(50)
    await isDown()
  }
  await nodes.s3.listen()
  await vi.waitFor(async () => expect(await one.health()).toEqual({ ok: true }), LONG)
})

test('searches go on while the store is away, and indexing says why it cannot', async () => {
  const [one, two] = [await nodes.start('one'), await nodes.start('two')]
  await commit(one, 'r1')
  await serves(two, 'r1')
  await nodes.s3.close()
  await expect(commit(one, 'r2')).rejects.toMatchObject({ code: 'unavailable', isRetryable: true })
  await vi.waitFor(async () => {
    const message = expect.stringMatching(/does not answer.*Searches go on/)
    expect(await two.health()).toMatchObject({ ok: false, isDegraded: true, message })
  }, LONG)
  const began = performance.now()
  do {
    for (const node of [one, two]) expect(await revisionsFound(node)).toEqual(['r1'])
    if (AWAY_MS > 0) await sleep(100)
  } while (performance.now() - began < AWAY_MS)
  await nodes.s3.listen()
  await vi.waitFor(async () => expect(await two.health()).toEqual({ ok: true }), LONG)
  await commit(one, 'r2')
  await serves(two, 'r2')
})

test('a store that ignores conditions is refused at the start', async () => {
  await nodes.s3.close()
  nodes.s3 = await SimulatedS3.start({ ignoresConditions: true })
  await expect(nodes.start('one')).rejects.toMatchObject({
    code: 'configuration',
    message: expect.stringContaining('does not support conditional writes'),
  })
})

describe('two writers', () => {
  test('the slower one loses, and leaves what the other published', async () => {
    const [one, two] = [await nodes.start('one'), await nodes.start('two')]
    await commit(one, 'r0')
    await serves(two, 'r0')
    const slow = await two.begin(project)
    await slow.write(PAGES.map((path) => indexedPage({ path, texts: ['lantern of slow'] })))
    await commit(one, 'r1')
    await expect(slow.commit('slow')).rejects.toMatchObject({ code: 'lease_lost' })
    await slow.abort()
    // What it wrote lies in its tables under the names that the other's revision has.
    await serves(two, 'r1')
    await vi.waitFor(() => commit(two, 'r2'), LONG)
    await serves(one, 'r2')
  })

  test('a commit whose answer was lost is no loss', async () => {
    const [one, two] = [await nodes.start('one', { pollMs: 600_000 }), await nodes.start('two')]
    await commit(one, 'r0')
    const writer = await one.begin(project)
    await writer.write([indexedPage({ path: '/a', texts: ['lantern of r1'] })])
    await writer.remove(PAGES.slice(1).map((path) => indexedPage({ path, texts: [] }).page.file))
    nodes.s3.plant({ reply: 'cut', concerns: (request) => /^PUT .*pointers/.test(request) })
    await expect(writer.commit('r1')).rejects.toMatchObject({ code: 'unavailable' })
    await writer.abort()
    // The pointer is flipped: what was said to fail is what is served, everywhere.
    await serves(two, 'r1')
    await one.begin(project).then((next) => next.abort())
    expect(await revisionsFound(one)).toEqual(['r1'])
  })
})

function raise(): never {
  throw new Error('There is no such node.')
}
