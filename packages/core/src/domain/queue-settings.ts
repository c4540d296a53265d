import { z } from 'zod'

const running = z.int().min(1).max(10_000)

const share = z.strictObject({
  share: z.int().min(1).max(1_000).optional().describe('Its share of the workers. Default: 1.'),
  running: running.optional().describe('Jobs that run at the same time, in all processes together.'),
})

/** Shares and limits of jobs, as written in docent.config.ts. The same values belong in all processes. */
export const QueueSettings = z.strictObject({
  runningPerProject: running
    .optional()
    .describe('Jobs of one project that run at the same time, in all processes together. Default: no limit.'),
  runningPerOrganization: running
    .optional()
    .describe(
      'Jobs of one organization that run at the same time, in all processes together. Default: no limit.',
    ),
  organizations: z
    .record(z.string(), share)
    .default({})
    .describe('Other shares and limits of organizations, by their ids.'),
  projects: z
    .record(z.string(), share)
    .default({})
    .describe('Other shares and limits of projects, by their ids.'),
})
