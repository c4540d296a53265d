import { defined } from '@docent/content'
import { z } from 'zod'
import { MOST_CONTEXTS } from '../domain/context-repository.ts'
import type { Project } from '../domain/project.ts'
import { branchName, dnsLabel, folder, repositoryUrl } from './config-fields.ts'

const contexts = z
  .array(
    z.strictObject({
      name: dnsLabel.describe('How the agent and its pull requests name it. Unique in the project.'),
      repository: repositoryUrl.describe('Full URL of the repository, without credentials.'),
      branch: branchName.optional().describe('Branch that is read. Default: what the git host says.'),
      folder: folder
        .optional()
        .describe('Only files below this folder are read, such as `src`. Default: all.'),
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
          .describe('Comments of people with write access on pull requests of the agent become follow-ups.'),
        mention: z
          .string()
          .regex(/^@[\w-]{1,64}$/, 'must be "@" and a name')
          .default('@docent')
          .describe(
            'Word that a comment in the conversation must contain. A comment on a line of a file needs no such word.',
          ),
      })
      .prefault({})
      .describe('Comments of reviewers, received by the webhook of the git host.'),
    labels: z
      .array(z.string().trim().min(1).max(100))
      .max(20)
      .optional()
      .describe('Labels of every pull request of the agent. Default: none.'),
    reviewers: z
      .array(z.string().trim().min(1).max(100))
      .max(20)
      .optional()
      .describe(
        'Reviewers of its pull requests, by their names on the git host. A name with a slash (`acme/writers`) is a team. The closing message of the job names reviewers that the host refused. `@asker` is the `userId` that code which embeds Docent gives a job; jobs of the HTTP API and the command line have none, and then nobody is asked for it. Default: nobody.',
      ),
    signOff: z
      .boolean()
      .optional()
      .describe('Commits carry a `Signed-off-by` line of the author. Default: `false`.'),
    draft: z.boolean().optional().describe('Pull requests are opened as drafts. Default: `false`.'),
    titlePrefix: z
      .string()
      .min(1)
      .max(50)
      .regex(/^[^\r\n]*$/, 'must be one line')
      .optional()
      .describe('Put before every title and commit subject, such as `docs: `. Default: none.'),
    contexts: contexts
      .optional()
      .describe(
        'Repositories that the agent reads beside the documentation, such as the source code of the product: at most 5. They confirm names that the agent writes, and are never changed. Default: none.',
      ),
  })
  .prefault({})
  .describe('The agent in this project.')

/** Nothing when it says what is so without it. */
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
