import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { DocentError, projectId, type Retriever, type RevisionWriter } from '@docent/core/plugin'
import { withPostgres } from '@docent/simulators'
import { indexedPage } from '@docent/testing'
import { expect, test, vi } from 'vitest'
import { FROM_SOURCES } from '../../../../scripts/from-sources.ts'
import { IS_LONG } from '../../../../scripts/long-runs.ts'
import { openRetriever } from '../open-retriever.ts'

const PROGRAM = fileURLToPath(new URL('edit-program.ts', import.meta.url))
const project = projectId('handbook')
/** More with KILLED_WRITERS: see CONTRIBUTING.md. */
const KILLS = Number(process.env.KILLED_WRITERS ?? (IS_LONG ? 50 : 3))
const LEASE_MS = 600

withPostgres('writers that are killed', (server) => {
  /** The last revision that a writer said to be committed, before it was killed at some moment. */
  async function writeUntilKilled(schema: string, first: number): Promise<number> {
    const { url } = server()
    const child = spawn(
      process.execPath,
      [...FROM_SOURCES, PROGRAM, url, schema, String(LEASE_MS), String(first)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    await once(child.stdout, 'data')
    const exited = once(child, 'exit')
    // Commits take some milliseconds: anywhere in one of them.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
    child.kill('SIGKILL')
    await exited
    return Number(said.trim().split('\n').at(-1))
  }

  /** Reads all the time, and answers how many reads were of one whole revision. */
  function readUntil(retriever: Retriever, isOver: () => boolean): Promise<number> {
    const read = async () => {
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
    return read()
  }

  test(
    'leave a whole revision, and nobody who searches meanwhile sees a part of one',
    async () => {
      const schema = `killed${process.pid}`
      const { retriever, postgres, close } = await openRetriever(server().url, schema, { leaseMs: LEASE_MS })
      let isOver = false
      const reading = readUntil(retriever, () => isOver)
      reading.catch(() => {})
      let next = 0
      for (let kill = 0; kill < KILLS; kill++) {
        const committed = await writeUntilKilled(schema, next)
        const served = Number((await retriever.manifest(project)).revision?.slice(1))
        expect([committed, committed + 1]).toContain(served)
        // Whoever writes next takes away what the dead one left, once its lease has run out.
        const writer = await vi.waitUntil(() => tryBegin(retriever), { timeout: 60_000, interval: 50 })
        const { rows } = await postgres.query<{ left: number }>(
          `SELECT count(*) AS left FROM docent.search_files f JOIN docent.search_projects p ON p.number = f.project
           WHERE f.added > p.sequence OR f.removed > p.sequence`,
        )
        expect(rows).toEqual([{ left: 0 }])
        await writer.abort()
        next = served + 1
      }
      isOver = true
      expect(await reading).toBeGreaterThan(KILLS)
      await close()
    },
    120_000 + KILLS * 20_000,
  )

  test('a writer that was paused commits nothing, and writes nothing, once another has begun', async () => {
    const schema = `paused${process.pid}`
    const first = await openRetriever(server().url, schema, { leaseMs: LEASE_MS })
    const second = await openRetriever(server().url, schema, { leaseMs: LEASE_MS })
    const paused = await first.retriever.begin(project)
    await paused.write([indexedPage({ path: '/paused', texts: ['lantern'] })])
    await expect(second.retriever.begin(project)).rejects.toMatchObject({ code: 'conflict' })
    // As if it had not been heard for longer than its lease.
    await second.postgres.query('UPDATE docent.search_projects SET writer_until = clock_timestamp()')
    const other = await second.retriever.begin(project)
    await other.write([indexedPage({ path: '/other', texts: ['compass'] })])
    const late = paused.write([indexedPage({ path: '/late', texts: ['lantern'] })])
    await expect(late).rejects.toMatchObject({ code: 'lease_lost' })
    await expect(paused.commit('paused')).rejects.toMatchObject({ code: 'lease_lost' })
    await paused.abort()
    await other.commit('other')
    for (const { retriever } of [first, second]) {
      expect((await retriever.manifest(project)).revision).toBe('other')
      const found = await retriever.search(project, { text: 'lantern compass', limit: 9 })
      expect(found.map(({ passage }) => passage.pagePath)).toEqual(['/other'])
    }
    await first.close()
    await second.close()
  })

  test('rows that no revision has are removed, once no search can still read them', async () => {
    const schema = `old${process.pid}`
    const { retriever, postgres, close } = await openRetriever(server().url, schema, { keepMs: 50 })
    for (let revision = 0; revision < 3; revision++) {
      const writer = await retriever.begin(project)
      await writer.write([indexedPage({ path: '/page', texts: [`lantern of ${revision}`] })])
      await writer.commit(`r${revision}`)
    }
    const counts = async () => {
      const tables = ['files', 'pages', 'passages', 'counts']
      const rows = tables.map((table) =>
        postgres.query<{ n: number }>(`SELECT count(*) AS n FROM docent.search_${table}`),
      )
      return (await Promise.all(rows)).map(({ rows: [row] }) => row?.n)
    }
    await vi.waitUntil(async () => (await counts()).every((count) => count === 1), { timeout: 60_000 })
    const { rows } = await postgres.query<{ passages: number }>(
      'SELECT count(DISTINCT passage) AS passages FROM docent.search_postings',
    )
    expect(rows).toEqual([{ passages: 1 }])
    await close()
  })
})

/** Undefined while another writer has the lease. */
async function tryBegin(retriever: Retriever): Promise<RevisionWriter | undefined> {
  try {
    return await retriever.begin(project)
  } catch (error) {
    if (DocentError.is(error, 'conflict')) return undefined
    throw error
  }
}
