import {
  AgentSettings,
  AssistantSettings,
  domainIssue,
  isRepositoryPattern,
  LeaseSettings,
  LimitSettings,
  OrganizationLimits,
  type ProjectConfig,
  reservedNameIssue,
} from '@docent/core'
import { OpenIdConfig } from '@docent/dashboard-api/for-commands'
import { ProjectOptions } from '@docent/http/settings'
import { z } from 'zod'
import { FeaturesConfig } from '../features/features.ts'
import { PluginsOption } from '../plugins/plugins-option.ts'
import { BackupConfig } from './backup-config.ts'
import { HttpConfig } from './http-config.ts'
import { WebhookConfig } from './webhook-config.ts'

const OrganizationConfig = z.strictObject({
  id: z
    .string()
    .regex(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,62}$/, 'must have 1 to 63 letters, digits, "-" or "_"')
    .refine((id) => reservedNameIssue(id) === undefined, {
      error: ({ input }) => reservedNameIssue(String(input)) ?? 'is reserved',
    })
    .describe("Unique on the server. You can't change it."),
  name: z.string().min(1).max(200).optional().describe('For people. Default: the id.'),
  repositories: z
    .array(
      z.string().max(1_000).refine(isRepositoryPattern, {
        error:
          'must be the URL of a repository, such as https://github.com/acme/docs, https://github.com/acme/* for all below, or *',
      }),
    )
    .max(1_000)
    .default([])
    .describe(
      'Repositories that the organization can use through the git hosts of this server: full URLs, `https://github.com/acme/*` for everything below, or `*` for all. Docent checks this only if there are several organizations. An organization can also use the repositories of its projects in this file.',
    ),
  limits: OrganizationLimits.default({}).describe('Limits that differ from the limits of the server.'),
})

const IndexingConfig = z.strictObject({
  pollMinutes: z
    .number()
    .min(0)
    .max(10_080)
    .default(10)
    .describe(
      'How often Docent checks the documentation for changes, in minutes, with a random difference of up to a tenth. With 0, it checks only at the start and after a webhook.',
    ),
})

/** docent.config.ts: every option, with its default. */
export const DocentConfig = z
  .strictObject({
    plugins: PluginsOption.optional().describe(
      'A list of plugins, or a function that returns one: see below. Default: see below.',
    ),
    features: FeaturesConfig.prefault({}).describe(
      'The features of the server. With `false`, Docent leaves out the routes, commands, and checks of a feature.',
    ),
    projects: z
      .array(ProjectOptions)
      .prefault([])
      .describe('Documentation projects. You can change these projects only in this file.'),
    organizations: z
      .array(OrganizationConfig)
      .default([])
      .describe('Organizations, which own projects and keys. `default` always exists.'),
    limits: LimitSettings.prefault({}).describe('Rate limits.'),
    leases: LeaseSettings.prefault({}).describe('How long a dead process keeps its work.'),
    agent: AgentSettings.prefault({}).describe('The agent.'),
    assistant: AssistantSettings.prefault({}).describe('The assistant.'),
    indexing: IndexingConfig.prefault({}).describe('The search index.'),
    signIn: z
      .strictObject({
        openid: OpenIdConfig.prefault({}).describe('An OpenID Connect provider.'),
      })
      .prefault({})
      .describe('How people sign in, in addition to passwords.'),
    audit: z
      .strictObject({
        keepDays: z.int().min(1).max(36_500).default(365).describe('Days to keep an entry of the audit log.'),
      })
      .prefault({})
      .describe('The audit log.'),
    backups: BackupConfig.prefault({}).describe('Backups of the data directory.'),
    webhooks: z
      .array(WebhookConfig)
      .max(100)
      .default([])
      .describe('Endpoints that receive events about jobs, as signed POST requests.'),
    http: HttpConfig.prefault({}).describe('The HTTP server.'),
  })
  .superRefine(checkProjects)

export type DocentConfig = z.output<typeof DocentConfig>
export type DocentConfigInput = z.input<typeof DocentConfig>

/**
 * Types docent.config.ts. Checks nothing by itself: the server does, when it starts.
 *
 * @example
 * export default defineConfig({
 *   projects: [{ id: 'handbook', repository: 'https://github.com/acme/handbook', docsPath: 'docs' }],
 * })
 */
export function defineConfig(config: DocentConfigInput): DocentConfigInput {
  return config
}

function checkProjects(
  {
    projects,
    organizations,
  }: {
    projects: ProjectConfig[]
    organizations: { id: string }[]
  },
  context: z.core.$RefinementCtx,
): void {
  const ids = new Set<string>()
  const domains = new Set<string>()
  const owners = new Set(['default', ...organizations.map(({ id }) => id)])
  projects.forEach((project, index) => {
    const issue = (field: string, message: string | undefined) => {
      if (message !== undefined)
        context.addIssue({ code: 'custom', path: ['projects', index, field], message })
    }
    const domain = project.domain ?? project.id
    issue('domain', domainIssue(project))
    issue('id', ids.has(project.id) ? `"${project.id}" is another project's` : undefined)
    issue('domain', domains.has(domain) ? `"${domain}" is another project's` : undefined)
    issue(
      'organization',
      owners.has(project.organization) ? undefined : `"${project.organization}" is not in organizations`,
    )
    ids.add(project.id)
    domains.add(domain)
  })
}
