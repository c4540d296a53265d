import { defined } from '@docent/content'
import { z } from 'zod'
import type { Project } from '../domain/project.ts'
import { MOST_WATCHED, WATCH_TRIGGERS } from '../domain/watched-code.ts'
import { branchName, repositoryUrl } from './config-fields.ts'

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
