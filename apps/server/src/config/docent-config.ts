import { domainIssue, type Plugin, ProjectConfig } from '@docent/core'
import { z } from 'zod'
import { AgentConfig, AssistantConfig } from './agent-config.ts'
import { WebhookConfig } from './webhook-config.ts'

const max = z.int().min(0).max(1_000_000_000)

const limits = {
  keyPerMonth: max.describe('Assistant messages per assistant key and calendar month (UTC).'),
  organizationPerHour: max.describe(
    'Assistant messages per organization and hour; searches and pages have their own count.',
  ),
  ipPerDay: max.describe(
    'Assistant messages per IP address and day; searches and pages have their own count.',
  ),
  projectPerHour: max.describe('Agent jobs and follow-up messages per project and hour.'),
}

const LimitsConfig = z.strictObject({
  keyPerMonth: limits.keyPerMonth.default(10_000),
  organizationPerHour: limits.organizationPerHour.default(10_000),
  ipPerDay: limits.ipPerDay.default(10_000),
  projectPerHour: limits.projectPerHour.default(100),
})

const OrganizationConfig = z.strictObject({
  id: z
    .string()
    .regex(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,62}$/, 'must have 1 to 63 letters, digits, "-" or "_"')
    .describe('Unique on the server and never changed.'),
  name: z.string().min(1).max(200).optional().describe('For people. Default: the id.'),
  limits: z
    .strictObject(limits)
    .partial()
    .default({})
    .describe('Limits that differ from those of the server.'),
})

const HttpConfig = z.strictObject({
  port: z.int().min(0).max(65_535).default(3_000).describe('Port; PORT in the environment wins.'),
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address to listen on; HOST in the environment wins.'),
  trustedProxies: z
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('Proxies in front of the server whose X-Forwarded-For is believed.'),
  maxBodyBytes: z
    .int()
    .min(1_024)
    .max(16 * 1024 * 1024)
    .default(1024 * 1024)
    .describe('Largest body of a request.'),
  keepAliveMs: z
    .int()
    .min(1_000)
    .max(120_000)
    .default(15_000)
    .describe('Silence on a stream after which a keep-alive is written, ms.'),
  drainMs: z
    .int()
    .min(0)
    .max(600_000)
    .default(10_000)
    .describe('How long running streams and jobs may take to end when the server stops, ms.'),
  sunset: z.iso
    .date()
    .optional()
    .describe('Day on which the deprecated operations will be removed, such as 2027-01-31.'),
})

const IndexingConfig = z.strictObject({
  pollMinutes: z
    .number()
    .min(0)
    .max(10_080)
    .default(10)
    .describe('How often documentation is looked at for changes; 0 only at start and by webhook.'),
})

/** docent.config.ts: every option, with its default. */
export const DocentConfig = z
  .strictObject({
    plugins: z
      .array(z.custom<Plugin>(isPlugin, { error: 'must be a plugin: call it, as in sqlite()' }))
      .optional()
      .describe(
        'Adapters. Default: everything in the data directory, and what the environment has keys for.',
      ),
    projects: z.array(ProjectConfig).default([]).describe('Documentation projects; read-only elsewhere.'),
    organizations: z
      .array(OrganizationConfig)
      .default([])
      .describe('Owners of projects and keys; "default" always exists.'),
    limits: LimitsConfig.prefault({}).describe('Limits of requests.'),
    agent: AgentConfig.prefault({}).describe('The agent.'),
    assistant: AssistantConfig.prefault({}).describe('The assistant.'),
    indexing: IndexingConfig.prefault({}).describe('The search index.'),
    webhooks: z.array(WebhookConfig).max(100).default([]).describe('Who is told of jobs, by signed POST.'),
    http: HttpConfig.prefault({}).describe('How the server speaks HTTP.'),
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

function isPlugin(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'install' in value && 'name' in value
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
