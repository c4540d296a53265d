import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DocentError, projectId, type Retriever, type RevisionWriter } from '@docent/core/plugin'
import { indexedPage } from '@docent/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FROM_SOURCES } from '../../../../scripts/from-sources.ts'
import { openRetriever } from '../open-retriever.ts'

const PROGRAM = fileURLToPath(new URL('edit-program.ts', import.meta.url))
const project = projectId('handbook')
/** More with KILLED_WRITERS: see CONTRIBUTING.md. */
const KILLS = Number(process.env.KILLED_WRITERS ?? 50)
const LEASE_MS = 1_500

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'docent-lancedb-'))
})
afterAll(() => rm(root, { recursive: true }))

test(
  'killed writers leave a whole revision, and nobody who searches meanwhile sees a part of one',
  async () => {
    const folder = join(root, 'killed')
    const { retriever, database } = openRetriever(folder, { leaseMs: LEASE_MS })
    let isOver = false
    const reading = readUntil(retriever, () => isOver)
    reading.catch(() => {})
    let next = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const committed = await writeUntilKilled(folder, next)
      const served = Number((await retriever.manifest(project)).revision?.slice(1))
      expect([committed, committed + 1]).toContain(served)
      // Whoever writes next takes away what the dead one left, once its lease has run out.
      const writer = await vi.waitUntil(() => tryBegin(retriever), { timeout: 60_000, interval: 50 })
      await writer.commit(`r${served}`)
      const pages = await retriever.pages(project)
      expect(pages?.length).toBe(Math.min(40, served + 1) + 1)
      next = served + 1
    }
    isOver = true
    expect(await reading).toBeGreaterThan(KILLS)
    await database.close()
  },
  120_000 + KILLS * 20_000,
)

test('a writer that was paused commits nothing, and writes nothing, once another has begun', async () => {
  const folder = join(root, 'paused')
  let skew = 0
  const first = openRetriever(folder, { leaseMs: LEASE_MS })
  const second = openRetriever(folder, { leaseMs: LEASE_MS, clock: { now: () => Date.now() + skew } })
  await index(first.retriever, '/before', 'anchor', 'before')
  const paused = await first.retriever.begin(project)
  await paused.write([indexedPage({ path: '/paused', texts: ['lantern'] })])
  await expect(second.retriever.begin(project)).rejects.toMatchObject({ code: 'conflict' })
  // As if it had not been heard for longer than its lease.
  skew = 2 * LEASE_MS
  const other = await second.retriever.begin(project)
  await other.write([indexedPage({ path: '/other', texts: ['compass'] })])
  await expect(paused.commit('paused')).rejects.toMatchObject({ code: 'lease_lost' })
  await paused.abort()
  await other.commit('other')
  for (const { retriever, database } of [first, second]) {
    expect((await retriever.manifest(project)).revision).toBe('other')
    const found = await retriever.search(project, { text: 'lantern compass', limit: 9 })
    expect(found.map(({ passage }) => passage.pagePath)).toEqual(['/other'])
    await database.close()
  }
})

test('of writers that begin at once, one has the project, and the others are told to try again', async () => {
  const folder = join(root, 'at-once')
  const openers = Array.from({ length: 4 }, () => openRetriever(folder))
  for (let round = 0; round < 5; round++) {
    const begun = await Promise.allSettled(openers.map(({ retriever }) => retriever.begin(project)))
    const writers = begun.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const failures = begun.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(failures.map((error) => (DocentError.is(error) ? error.code : error.message))).toEqual([
      'conflict',
      'conflict',
      'conflict',
    ])
    await writers[0]?.write([indexedPage({ path: `/page-${round}`, texts: ['lantern'] })])
    await writers[0]?.commit(`r${round}`)
    for (const { retriever } of openers)
      expect(await retriever.manifest(project)).toMatchObject({ revision: `r${round}`, pages: round + 1 })
  }
  for (const { database } of openers) await database.close()
})

/** The last revision that a writer said to be committed, before it was killed at some moment. */
async function writeUntilKilled(folder: string, first: number): Promise<number> {
  const child = spawn(process.execPath, [...FROM_SOURCES, PROGRAM, folder, String(LEASE_MS), String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await once(child.stdout, 'data')
  const exited = once(child, 'exit')
  // Commits take some tens of milliseconds: anywhere in one of them.
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 800))
  child.kill('SIGKILL')
  await exited
  return Number(said.trim().split('\n').at(-1))
}

/** Reads all the time, and answers how many reads were of one whole revision. */
async function readUntil(retriever: Retriever, isOver: () => boolean): Promise<number> {
  let whole = 0
  while (!isOver()) {
    const found = await retriever.search(project, { text: 'lantern compass', limit: 50 })
    const said = found.map(({ passage }) => Number(passage.content.replace(/^\D+/, '')))
    // The newest page says the revision, and each other page the last of its own.
    const newest = Math.max(-1, ...said)
    const expected = Array.from({ length: Math.min(40, newest + 1) }, (_, at) => newest - at)
    expect(said.sort((one, other) => other - one)).toEqual(newest < 0 ? [] : [newest, ...expected])
    whole++
  }
  return whole
}

async function index(retriever: Retriever, path: string, text: string, revision: string): Promise<void> {
  const writer = await retriever.begin(project)
  await writer.write([indexedPage({ path, texts: [text] })])
  await writer.commit(revision)
}

/** Undefined while another writer has the lease. */
async function tryBegin(retriever: Retriever): Promise<RevisionWriter | undefined> {
  try {
    return await retriever.begin(project)
  } catch (error) {
    if (DocentError.is(error, 'conflict')) return undefined
    throw error
  }
}
