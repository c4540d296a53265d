import {
  AgentSettings,
  AssistantSettings,
  domainIssue,
  LeaseSettings,
  LimitSettings,
  OrganizationLimits,
  type Plugin,
  type ProjectConfig,
  reservedNameIssue,
} from '@docent/core'
import { z } from 'zod'
import { ProjectOptions } from './project-options.ts'
import { WebhookConfig } from './webhook-config.ts'

const OrganizationConfig = z.strictObject({
  id: z
    .string()
    .regex(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,62}$/, 'must have 1 to 63 letters, digits, "-" or "_"')
    .refine((id) => reservedNameIssue(id) === undefined, {
      error: ({ input }) => reservedNameIssue(String(input)) ?? 'is reserved',
    })
    .describe('Unique on the server and never changed.'),
  name: z.string().min(1).max(200).optional().describe('For people. Default: the id.'),
  limits: OrganizationLimits.default({}).describe('Limits that differ from those of the server.'),
})

const HttpConfig = z.strictObject({
  port: z.int().min(0).max(65_535).default(3_000).describe('Port. `PORT` in the environment wins.'),
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address to listen on. `HOST` in the environment wins.'),
  publicUrl: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://docent.acme.com' })
    .optional()
    .describe(
      'Where people reach the server, such as `https://docent.acme.com`: begins every link and decides about cookies. `DOCENT_URL` in the environment wins. Default: the address it listens on.',
    ),
  https: z
    .union([
      z.boolean(),
      z.strictObject({
        cert: z.string().min(1).describe('Path of the certificate, PEM.'),
        key: z.string().min(1).describe('Path of its private key, PEM.'),
        passphrase: z.string().optional().describe('Passphrase of the private key.'),
      }),
    ])
    .default(false)
    .describe('HTTPS: `true` for a certificate that is made at each start, or the files of your own.'),
  trustedProxies: z
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('Proxies in front of the server whose `X-Forwarded-For` is believed.'),
  maxBodyBytes: z
    .int()
    .min(1_024)
    .max(16 * 1024 * 1024)
    .default(1024 * 1024)
    .describe('Largest body of a request. The default is 1 MiB.'),
  headersTimeoutMs: z
    .int()
    .min(500)
    .max(600_000)
    .default(20_000)
    .describe('How long a client may take to send the headers of a request, ms.'),
  requestTimeoutMs: z
    .int()
    .min(500)
    .max(3_600_000)
    .default(60_000)
    .describe('How long a client may take to send a whole request, ms. Then the reply is 408.'),
  keepAliveMs: z
    .int()
    .min(1_000)
    .max(120_000)
    .default(15_000)
    .describe('Silence on a stream after which a keep-alive is written, ms.'),
  stalledReaderMs: z
    .int()
    .min(1_000)
    .max(600_000)
    .default(30_000)
    .describe('Time after which a client that reads nothing is cut off, ms.'),
  maxStreamBytes: z
    .int()
    .min(1024 * 1024)
    .max(64 * 1024 * 1024 * 1024)
    .default(128 * 1024 * 1024)
    .describe(
      'Most memory of all streams together, bytes. Above it, clients that have fallen behind are cut off, the longest first, then the streams that hold most. The default is 128 MiB.',
    ),
  drainMs: z
    .int()
    .min(0)
    .max(600_000)
    .default(10_000)
    .describe('How long running streams and jobs may take to end when the server stops, ms.'),
  sunset: z.iso
    .date()
    .optional()
    .describe('Day on which the deprecated operations will be removed, such as `2027-01-31`.'),
})

const IndexingConfig = z.strictObject({
  pollMinutes: z
    .number()
    .min(0)
    .max(10_080)
    .default(10)
    .describe(
      'How often documentation is looked at for changes, minutes, a tenth more or less by chance. With 0 only at the start and by webhook.',
    ),
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
    projects: z
      .array(ProjectOptions)
      .prefault([])
      .describe('Documentation projects. Those in the file are read-only elsewhere.'),
    organizations: z
      .array(OrganizationConfig)
      .default([])
      .describe('Owners of projects and keys. `default` always exists.'),
    limits: LimitSettings.prefault({}).describe('Limits of requests.'),
    leases: LeaseSettings.prefault({}).describe('How long a process that died keeps its work.'),
    agent: AgentSettings.prefault({}).describe('The agent.'),
    assistant: AssistantSettings.prefault({}).describe('The assistant.'),
    indexing: IndexingConfig.prefault({}).describe('The search index.'),
    audit: z
      .strictObject({
        keepDays: z
          .int()
          .min(1)
          .max(36_500)
          .default(365)
          .describe('Days that an entry of the audit log is kept.'),
      })
      .prefault({})
      .describe('The audit log.'),
    webhooks: z
      .array(WebhookConfig)
      .max(100)
      .default([])
      .describe('Endpoints that receive events of jobs, as signed POST requests.'),
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
