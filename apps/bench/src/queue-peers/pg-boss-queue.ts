import { PgBoss } from 'pg-boss'
import { draft } from '../job-store-load.ts'
import type { QueuePeer } from './queue-peer.ts'

const QUEUE = 'jobs'

export const pgBossQueue: QueuePeer = {
  name: 'pg-boss',
  note: 'LISTEN on, batches of 20, fetched on while full',
  async open({ postgres }) {
    const boss = new PgBoss({ connectionString: postgres, schema: 'boss', max: 10, useListenNotify: true })
    boss.on('error', (error) => console.error(error))
    await boss.start()
    await boss.createQueue(QUEUE, { notify: true })
    return {
      create: (id) => boss.send(QUEUE, { id, body: JSON.stringify(draft().job) }),
      work: async (concurrency, onStart) => {
        const options = {
          batchSize: concurrency,
          burstWhenBatchFull: concurrency > 1,
          pollingIntervalSeconds: 0.5,
          notifyPollingIntervalSeconds: 0.5,
        }
        await boss.work<{ id: string }>(QUEUE, options, async (jobs) => {
          for (const { data } of jobs) onStart(data.id)
        })
      },
      close: () => boss.stop({ graceful: false, close: true }),
    }
  },
}
