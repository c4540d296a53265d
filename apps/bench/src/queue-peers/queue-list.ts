import { bareLoop } from './bare-loop.ts'
import { bullmqQueue } from './bullmq-queue.ts'
import { docentQueue } from './docent-queue.ts'
import { graphileWorkerQueue } from './graphile-worker-queue.ts'
import { pgBossQueue } from './pg-boss-queue.ts'
import type { QueuePeer } from './queue-peer.ts'

/** The first is what the others are compared with. */
export const QUEUES: readonly QueuePeer[] = [
  bareLoop,
  docentQueue,
  pgBossQueue,
  graphileWorkerQueue,
  bullmqQueue,
]
