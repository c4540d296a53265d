import { z } from 'zod'

const leaseMs = z.int().min(1_000).max(600_000)
const heartbeatMs = z.int().min(100).max(200_000)

/** One lease, with what a process keeps by it. */
function lease(kept: string, defaults: { leaseMs: number; heartbeatMs: number }) {
  return z
    .strictObject({
      leaseMs: leaseMs.default(defaults.leaseMs).describe(`How long a dead process keeps ${kept}, ms.`),
      heartbeatMs: heartbeatMs
        .default(defaults.heartbeatMs)
        .describe('How often the process renews the lease, ms.'),
    })
    .refine((given) => given.heartbeatMs < given.leaseMs, {
      path: ['heartbeatMs'],
      error: 'must be less than leaseMs, or the lease ends before it is renewed',
    })
}

/** Every lease of a server, as written in docent.config.ts. A process that stops in order gives its leases back. */
export const LeaseSettings = z.strictObject({
  jobs: lease('a job', { leaseMs: 15_000, heartbeatMs: 5_000 })
    .prefault({})
    .describe('For jobs. One worker runs a job at a time.'),
  index: lease('the index of a project', { leaseMs: 30_000, heartbeatMs: 10_000 })
    .prefault({})
    .describe('For indexing. One process indexes a project at a time.'),
  webhooks: lease('the webhooks', { leaseMs: 15_000, heartbeatMs: 5_000 })
    .prefault({})
    .describe('For webhooks. One process sends and handles them at a time.'),
})

export type LeaseSettings = z.output<typeof LeaseSettings>
export type LeaseTimes = LeaseSettings['jobs']

/** Names that `leases.jobs` had before, in the settings of the agent. */
export const formerJobLease = {
  leaseMs: leaseMs.optional().describe('Former name of `leases.jobs.leaseMs`.').meta({ deprecated: true }),
  heartbeatMs: heartbeatMs
    .optional()
    .describe('Former name of `leases.jobs.heartbeatMs`.')
    .meta({ deprecated: true }),
}
