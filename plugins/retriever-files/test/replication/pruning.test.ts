import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commit, LONG, project, revisionsFound, serves, TestNodes } from './test-nodes.ts'

vi.setConfig({ testTimeout: 300_000 })
let nodes: TestNodes

beforeEach(async () => {
  nodes = await TestNodes.make()
})

afterEach(() => nodes.close())

describe('old revisions', () => {
  test('go from the store when they were replaced long ago, and with them the files that no other needs', async () => {
    const one = await nodes.start('one', { keepMinutes: 10 })
    for (const revision of ['r1', 'r2', 'r3']) await commit(one, revision)
    await vi.waitFor(() => expect(nodes.keys('/revisions/')).toHaveLength(3), LONG)
    for (const stored of nodes.s3.objects.values())
      stored.modified = new Date(stored.modified.getTime() - 11 * 60_000)
    await commit(one, 'r4')
    // The one before the newest was replaced just now.
    await vi.waitFor(() => expect(nodes.keys('/revisions/')).toHaveLength(2), LONG)
    const needed = new Set(
      nodes.keys('/revisions/').flatMap((key) => {
        const { files } = JSON.parse(String(nodes.s3.objects.get(key)?.bytes)) as {
          files: { chunks: { key: string }[] }[]
        }
        return files.flatMap(({ chunks }) => chunks.map((chunk) => `team/${chunk.key}`))
      }),
    )
    await vi.waitFor(() => expect(new Set(nodes.keys('/files/'))).toEqual(needed), LONG)
    expect(await revisionsFound(await nodes.start('two'))).toEqual(['r4'])
  })

  test('go from a node when nobody reads them any more', async () => {
    const [one, two] = [await nodes.start('one'), await nodes.start('two')]
    await commit(one, 'r1')
    await serves(two, 'r1')
    const [name = ''] = await readdir(join(nodes.folder, 'two'))
    const filesHere = async () => {
      const entries = await readdir(join(nodes.folder, 'two', name), { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).length
    }
    // Another index anew: nothing of the first is needed.
    await one.drop(project)
    await vi.waitFor(async () => expect(await revisionsFound(two)).toEqual([]), LONG)
    for (let at = 2; at < 8; at++) await commit(one, `r${at}`)
    await serves(two, 'r7')
    await commit(one, 'r8')
    await serves(two, 'r8')
    const manifest = JSON.parse(await readFile(join(nodes.folder, 'two', name, 'REPLICA'), 'utf8')) as {
      files: unknown[]
    }
    nodes.later += 120_000
    await vi.waitFor(async () => expect(await filesHere()).toBe(manifest.files.length + 2), LONG)
    expect(await revisionsFound(two)).toEqual(['r8'])
  })
})
