import { copyFile, readdir, rename, truncate } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DocentError } from '@docent/core/plugin'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commit, project, revisionsFound, serves, TestNodes } from './test-nodes.ts'

vi.setConfig({ testTimeout: 300_000 })
let nodes: TestNodes

beforeEach(async () => {
  nodes = await TestNodes.make()
})

afterEach(() => nodes.close())

describe('nothing half', () => {
  test('a pull that fails in the middle leaves what was served, and goes on where it stopped', async () => {
    const [one, two] = [await nodes.start('one'), await nodes.start('two', { pollMs: 600_000 })]
    await commit(one, 'r1')
    await two.begin(project).then((writer) => writer.abort())
    await commit(one, 'r2')
    const concerns = (request: string) => /^GET .*files/.test(request)
    nodes.s3.plant({ reply: { status: 503, code: 'SlowDown' }, concerns, after: 1, times: 1_000 })
    await expect(two.begin(project)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await revisionsFound(two)).toEqual(['r1'])
    nodes.s3.heal()
    const before = nodes.s3.requests.length
    await two.begin(project).then((writer) => writer.abort())
    expect(await revisionsFound(two)).toEqual(['r2'])
    const again = nodes.s3.requests
      .slice(before)
      .filter((request) => request.startsWith('GET') && request.includes('/files/'))
    expect(again.length).toBeLessThan(nodes.keys('/files/').length)
  })

  test('what was damaged on its way is not used', async () => {
    const [one, two] = [await nodes.start('one'), await nodes.start('two', { pollMs: 600_000 })]
    await commit(one, 'r1')
    const key = nodes.keys('/files/')[0] ?? ''
    const stored = nodes.s3.objects.get(key)
    if (stored !== undefined) nodes.s3.objects.set(key, { ...stored, bytes: Buffer.from('other') })
    await expect(revisionsFound(two)).rejects.toMatchObject({ code: 'dependency_failed' })
  })

  test('a node that died between the pointer and its own files finds them without pulling', async () => {
    const one = await nodes.start('one')
    await commit(one, 'r1')
    const [name = ''] = await readdir(join(nodes.folder, 'one'))
    const heads = ['CURRENT', 'REPLICA'].map((file) => join(nodes.folder, 'one', name, file))
    const before = (path: string) => join(nodes.folder, basename(path))
    for (const path of heads) await copyFile(path, before(path))
    await commit(one, 'r2')
    await one.stop()
    for (const path of heads) await rename(before(path), path)
    const pulled = () => nodes.s3.requests.filter((request) => /^GET .*\/files\//.test(request)).length
    const again = await nodes.start('one')
    await serves(again, 'r2')
    expect(pulled()).toBe(0)
  })

  test('damaged files are replaced from the store', async () => {
    const [one, two] = [await nodes.start('one'), await nodes.start('two')]
    await commit(one, 'r1')
    await serves(two, 'r1')
    const entries = await readdir(join(nodes.folder, 'two'), { recursive: true, withFileTypes: true })
    for (const entry of entries)
      if (entry.isFile() && entry.name.startsWith('segment-'))
        await truncate(join(entry.parentPath, entry.name), 10)
    await two.stop()
    const again = await nodes.start('two')
    await revisionsFound(again).catch((error: unknown) => expect(DocentError.is(error)).toBe(true))
    await serves(again, 'r1')
  })
})
