import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type ProjectId, projectId } from '@docent/core/plugin'
import { indexedPage } from '@docent/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FileRetriever } from '../file-retriever.ts'

const project = projectId('handbook')
let directory: string
let retriever: FileRetriever

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'damaged-index-'))
  retriever = open()
  await build(retriever)
})

afterEach(async () => {
  await retriever.stop()
  await rm(directory, { recursive: true })
})

function open(): FileRetriever {
  return new FileRetriever({
    directory,
    memoryMb: 16,
    clock: { now: () => Date.now() },
    ids: { sortable: randomUUID, secret: randomUUID },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  })
}

async function build(on: FileRetriever): Promise<void> {
  const writer = await on.begin(project)
  const texts = ['lantern and harbour', 'ropes and sails']
  await writer.write(['/a', '/b', '/c'].map((path) => indexedPage({ path, texts })))
  await writer.commit('r1')
}

const search = (on: FileRetriever, text = 'lantern') => on.search(project, { text, limit: 10 })

async function files(): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function segments(): Promise<string[]> {
  return (await files()).filter((file) => basename(file).startsWith('segment-'))
}

const DAMAGES: Record<string, () => Promise<void>> = {
  'the folder of the index is deleted': () => rm(join(directory, 'handbook'), { recursive: true }),
  'CURRENT is empty': () => truncate(join(directory, 'handbook', 'CURRENT'), 0),
  'CURRENT is random bytes': () => writeFile(join(directory, 'handbook', 'CURRENT'), randomBytes(300)),
  'the segments are deleted': async () => {
    for (const file of await segments()) await rm(file)
  },
  'the segments are cut short': async () => {
    for (const file of await segments()) await truncate(file, 10)
  },
  'the segments are random bytes': async () => {
    for (const file of await segments()) await writeFile(file, randomBytes(500))
  },
  'a byte of a passage is another': async () => {
    for (const file of await segments()) {
      const bytes = await readFile(file)
      const at = bytes.indexOf('lantern and harbour","ordinal')
      bytes[at] = (bytes[at] ?? 0) ^ 1
      await writeFile(file, bytes)
    }
  },
  'the statistics are empty': async () => {
    for (const file of await files()) if (/statistics/.test(file)) await truncate(file, 0)
  },
  'every file is random bytes': async () => {
    for (const file of await files()) await writeFile(file, randomBytes(200))
  },
}

describe.each(Object.entries(DAMAGES))('when %s', (_what, damage) => {
  test('a running server notices, says so in its health, and builds the index anew', async () => {
    expect(await search(retriever)).toHaveLength(3)
    expect(await retriever.health()).toEqual({ ok: true })
    const reported: ProjectId[] = []
    using _ = retriever.onDamage((id) => reported.push(id))
    await damage()
    // What the process holds in memory may still be found; the next server starts without it.
    const other = open()
    const mine: ProjectId[] = []
    using __ = other.onDamage((id) => mine.push(id))
    await search(retriever).catch(() => undefined)
    await search(other).catch(() => undefined)
    const isGone = (await readdir(directory)).length === 0
    if (!isGone) await vi.waitFor(() => expect([...reported, ...mine]).toContain(project))
    const healths = [await retriever.health(), await other.health()]
    expect(healths.some((health) => !health.ok && health.message?.includes('handbook'))).toBe(true)
    expect((await other.state(project)).revision).toBeUndefined()
    await other.drop(project)
    await build(other)
    expect(await search(other)).toHaveLength(3)
    await search(retriever).catch(() => undefined)
    expect(await search(retriever)).toHaveLength(3)
    expect(await other.health()).toEqual({ ok: true })
    expect(await retriever.health()).toEqual({ ok: true })
    await other.stop()
  })
})

test('a query that cannot be run damages no index', async () => {
  const query = {
    get text(): string {
      throw new Error('a mistake in the query')
    },
    limit: 5,
  }
  await expect(retriever.search(project, query)).rejects.toMatchObject({ code: 'dependency_failed' })
  expect(await retriever.health()).toEqual({ ok: true })
  expect((await retriever.state(project)).revision).toBe('r1')
})
