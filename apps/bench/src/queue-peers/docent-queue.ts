import { migrate, Postgres } from '@docent/postgres'
import { MIGRATIONS, PostgresJobStore } from '@docent/store-postgres'
import { draft, finish } from '../job-store-load.ts'
import type { QueuePeer } from './queue-peer.ts'

export const docentQueue: QueuePeer = {
  name: 'Docent',
  note: 'claim, a recorded step with its events, settle',
  async open({ postgres: url }) {
    const postgres = new Postgres({ url, directUrl: url, schema: 'docent', connections: 10 })
    await postgres.open()
    await migrate(postgres, 'store', MIGRATIONS)
    const store = new PostgresJobStore(postgres)
    await store.start()
    const stopping = new AbortController()
    const { signal } = stopping
    const loops: Promise<void>[] = []
    const loop = async (onStart: (id: string) => void) => {
      while (!signal.aborted) {
        const claim = await store.claim(`w${process.pid}`, 15_000)
        if (!claim) {
          // Its end by the signal is no failure here.
          await Promise.allSettled([store.waitForWork(30_000, { signal })])
          continue
        }
        onStart(claim.job.title)
        await finish(store, claim)
      }
    }
    return {
      create: (id) => {
        const change = draft()
        return store.create({ ...change, job: { ...change.job, title: id } })
      },
      work: async (concurrency, onStart) => {
        for (let n = 0; n < concurrency; n += 1) loops.push(loop(onStart))
      },
      close: async () => {
        stopping.abort()
        await Promise.all(loops)
        await store.stop()
        await postgres.close()
      },
    }
  },
}
