import { defined } from '@docent/content'
import { z } from 'zod'
import { MOST_CONTEXTS } from '../domain/context-repository.ts'
import type { Project } from '../domain/project.ts'
import { branchName, dnsLabel, folder, repositoryUrl } from './config-fields.ts'

const contexts = z
  .array(
    z.strictObject({
      name: dnsLabel.describe('The name that the agent and its pull requests use. Unique in the project.'),
      repository: repositoryUrl.describe('Full URL of the repository, without credentials.'),
      branch: branchName
        .optional()
        .describe('The branch to read. Default: the default branch on the git host.'),
      folder: folder
        .optional()
        .describe('Limits the agent to the files below this folder, such as `src`. Default: all.'),
    }),
  )
  .max(MOST_CONTEXTS)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
    error: 'must have a different name for each repository',
  })

/** The agent of one project, as an operator writes it. */
export const AgentConfig = z
  .strictObject({
    comments: z
      .strictObject({
        enabled: z
          .boolean()
          .default(false)
          .describe(
            "Turns comments on the agent's pull requests into follow-ups, if their author has write access.",
          ),
        mention: z
          .string()
          .regex(/^@[\w-]{1,64}$/, 'must be "@" and a name')
          .default('@docent')
          .describe(
            "Word that a comment in the conversation must contain. Comments on a line of a file don't need it.",
          ),
      })
      .prefault({})
      .describe("Reviewers' comments, received through the webhook of the git host."),
    labels: z
      .array(z.string().trim().min(1).max(100))
      .max(20)
      .optional()
      .describe("Labels for the agent's pull requests. Default: none."),
    reviewers: z
      .array(z.string().trim().min(1).max(100))
      .max(20)
      .optional()
      .describe(
        "Reviewers of the agent's pull requests, by their names on the git host. A name with a slash (`acme/writers`) is a team. The closing message of the job names reviewers that the host refused. `@asker` is the `userId` that a program that embeds Docent gives to a job. Docent ignores it for jobs from the HTTP API and the command line. Default: nobody.",
      ),
    signOff: z
      .boolean()
      .optional()
      .describe('Adds a `Signed-off-by` line with the author to commits. Default: `false`.'),
    draft: z.boolean().optional().describe('Opens pull requests as drafts. Default: `false`.'),
    titlePrefix: z
      .string()
      .min(1)
      .max(50)
      .regex(/^[^\r\n]*$/, 'must be one line')
      .optional()
      .describe('Text before every title and commit subject, such as `docs: `. Default: none.'),
    contexts: contexts
      .optional()
      .describe(
        'Up to 5 repositories that the agent can read but never changes, such as the source code of the product. They confirm names that the agent writes. Default: none.',
      ),
  })
  .prefault({})
  .describe('The agent in this project.')

/** Empty if nothing is configured. */
export function agentOf({
  comments,
  contexts = [],
  ...pulls
}: z.output<typeof AgentConfig>): Pick<Project, 'agent'> {
  const read = contexts.map(({ name, repository, branch, folder }) => ({
    name,
    repository,
    ...defined({ branch, folder: folder || undefined }),
  }))
  const set = defined({ ...pulls, contexts: read.length === 0 ? undefined : read })
  return comments.enabled || Object.keys(set).length > 0 ? { agent: { comments, ...set } } : {}
}
