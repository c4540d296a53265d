import { WakeUp } from '@docent/core/plugin'
import { Listener, Postgres } from '@docent/postgres'
import { draft } from '../job-store-load.ts'
import type { QueuePeer } from './queue-peer.ts'

/** One row and one notification, then claim, one write of progress and the end: as many commits as a run of Docent. */
export const bareLoop: QueuePeer = {
  name: 'bare SKIP LOCKED loop',
  note: 'claim, a write of progress, the end',
  async open({ postgres: url }) {
    const postgres = new Postgres({ url, directUrl: url, schema: 'bare', connections: 10 })
    await postgres.open()
    await postgres.query('CREATE SCHEMA IF NOT EXISTS bare')
    await postgres.query(
      'CREATE TABLE IF NOT EXISTS bare.jobs (seq bigserial PRIMARY KEY, id text, state text, body text)',
    )
    const wakeUps = new Set<WakeUp>()
    const ring = () => {
      for (const each of wakeUps) each.ring()
    }
    const listener = new Listener(postgres, 'jobs', { onMessage: ring, onGap: ring })
    listener.start()
    const stopping = new AbortController()
    const { signal } = stopping
    const loops: Promise<void>[] = []
    const loop = async (onStart: (id: string) => void) => {
      const wakeUp = new WakeUp()
      wakeUps.add(wakeUp)
      while (!signal.aborted) {
        wakeUp.reset()
        const { rows } = await postgres.query<{ seq: number; id: string }>(
          `UPDATE bare.jobs SET state = 'leased' WHERE seq = (SELECT seq FROM bare.jobs WHERE state = 'waiting'
             ORDER BY seq LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING seq, id`,
        )
        const [job] = rows
        if (!job) {
          await wakeUp.wait({ signal, timeoutMs: 1_500 })
          continue
        }
        onStart(job.id)
        await postgres.query("UPDATE bare.jobs SET state = 'running' WHERE seq = $1", [job.seq])
        await postgres.query("UPDATE bare.jobs SET state = 'done' WHERE seq = $1", [job.seq])
      }
    }
    return {
      create: (id) =>
        postgres.query(
          `WITH n AS (INSERT INTO bare.jobs (id, state, body) VALUES ($1, 'waiting', $2) RETURNING seq)
           SELECT pg_notify($3, seq::text) FROM n`,
          [id, JSON.stringify(draft().job), listener.channel],
        ),
      work: async (concurrency, onStart) => {
        for (let n = 0; n < concurrency; n += 1) loops.push(loop(onStart))
      },
      close: async () => {
        stopping.abort()
        await Promise.all(loops)
        await listener.stop()
        await postgres.close()
      },
    }
  },
}
