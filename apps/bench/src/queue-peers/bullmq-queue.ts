import { Queue, Worker } from 'bullmq'
import { draft } from '../job-store-load.ts'
import type { QueuePeer } from './queue-peer.ts'

const QUEUE = 'jobs'

export const bullmqQueue: QueuePeer = {
  name: 'BullMQ',
  note: 'Redis with an append-only file that is flushed once a second',
  async open({ redisPort }) {
    const connection = { host: '127.0.0.1', port: redisPort, maxRetriesPerRequest: null }
    const queue = new Queue(QUEUE, { connection })
    await queue.waitUntilReady()
    let worker: Worker | undefined
    return {
      create: (id) => queue.add('run', { id, body: JSON.stringify(draft().job) }),
      work: async (concurrency, onStart) => {
        worker = new Worker<{ id: string }>(QUEUE, async ({ data }) => onStart(data.id), {
          connection,
          concurrency,
        })
        worker.on('error', (error) => console.error(error))
        await worker.waitUntilReady()
      },
      close: async () => {
        await worker?.close()
        await queue.close()
      },
    }
  },
}
