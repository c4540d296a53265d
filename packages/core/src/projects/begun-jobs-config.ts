import { defined } from '@docent/content'
import { z } from 'zod'
import { MOST_AUTOMATIONS } from '../domain/automation.ts'
import type { Project } from '../domain/project.ts'
import { MOST_WATCHED, WATCH_TRIGGERS } from '../domain/watched-code.ts'
import { branchName, dnsLabel, repositoryUrl } from './config-fields.ts'

const WatchedCodeConfig = z.strictObject({
  repository: repositoryUrl.describe(
    'Full URL of the repository with the code, without credentials. It can be that of the documentation.',
  ),
  branch: branchName.optional().describe('The branch to watch. Default: the default branch on the git host.'),
  paths: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(50)
    .optional()
    .describe('Globs of the code to watch, such as `src/**`. Default: all code except tests.'),
  on: z
    .enum(WATCH_TRIGGERS)
    .default('merged')
    .describe(
      'When Docent looks at changes: `merged` after they reach the branch, `release` when the repository has a new tag.',
    ),
  gatherHours: z
    .number()
    .min(0)
    .max(720)
    .default(24)
    .describe('How long Docent gathers changes for one pull request, in hours.'),
  gatherChanges: z
    .int()
    .min(1)
    .max(50)
    .default(10)
    .describe('Number of changes with which Docent waits no longer.'),
  expireDays: z
    .int()
    .min(1)
    .max(365)
    .default(30)
    .describe('Days after which Docent closes a pull request that nobody answered.'),
  reveal: z
    .boolean()
    .optional()
    .describe(
      'Allows names and links of the code in pull requests, even if fewer people can read the code. Default: only if the code is public or in the repository of the documentation.',
    ),
})

/** Code that the documentation follows, as an operator writes it. */
export const WatchConfig = z
  .array(WatchedCodeConfig)
  .max(MOST_WATCHED)
  .optional()
  .describe(
    'Up to 5 repositories whose code changes lead to pull requests for the documentation. The agent can read them. Default: none.',
  )

export function watchOf(config: z.output<typeof WatchConfig>): Pick<Project, 'watch'> {
  return config === undefined || config.length === 0 ? {} : { watch: config.map((each) => defined(each)) }
}

const on = z.union([
  z.strictObject({
    schedule: z
      .string()
      .trim()
      .max(100)
      .regex(
        /^[\w*/,#?-]{1,60}(?: [\w*/,#?-]{1,60}){4}$/,
        'must be a cron expression with five fields, such as "0 6 * * 1"',
      )
      .describe('Cron expression with five fields, such as `0 6 * * 1` for Mondays at 6:00.'),
    timeZone: z
      .string()
      .refine(isTimeZone, { error: 'must be the IANA name of a time zone, such as Europe/Berlin' })
      .optional()
      .describe('IANA name of the time zone of the schedule, such as `Europe/Berlin`. Default: UTC.'),
  }),
  z.strictObject({
    event: z
      .literal('api')
      .describe('Only a request begins it: `POST /v1/workflow/{projectId}/{automationId}/trigger`.'),
  }),
])

/** Tasks of the agent that begin by themselves, as an operator writes them. */
export const AutomationsConfig = z
  .array(
    z.strictObject({
      id: dnsLabel.describe('Identifies the automation in the API. Unique in the project.'),
      on: on.describe('What begins it: a schedule, or a request.'),
      prompt: z.string().trim().min(1).max(20_000).describe('What the agent does.'),
      draft: z.boolean().optional().describe('Opens its pull requests as drafts. Default: `false`.'),
      runsPerDay: z.int().min(1).max(100).default(10).describe('Most runs within 24 hours.'),
    }),
  )
  .max(MOST_AUTOMATIONS)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, {
    error: 'must have a different id for each automation',
  })
  .optional()
  .describe('Up to 20 tasks of the agent that begin by themselves. Default: none.')

export function automationsOf(config: z.output<typeof AutomationsConfig>): Pick<Project, 'automations'> {
  if (config === undefined || config.length === 0) return {}
  const automations = config.map(({ id, on: begin, prompt, draft, runsPerDay }) => ({
    ...{ id, prompt, runsPerDay, onRequest: 'event' in begin },
    ...defined({ draft, ...('schedule' in begin && { schedule: begin.schedule, timeZone: begin.timeZone }) }),
  }))
  return { automations }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
