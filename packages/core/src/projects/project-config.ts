import { defined } from '@docent/content'
import { z } from 'zod'
import { GROUNDING_MODES } from '../domain/grounding.ts'
import { organizationId, projectId } from '../domain/ids.ts'
import { monthlySpend } from '../domain/monthly-spend.ts'
import type { Project, ProjectSource } from '../domain/project.ts'
import { reservedNameIssue } from '../domain/reserved-names.ts'
import { AgentConfig, agentOf } from './agent-config.ts'
import { ClaimsConfig } from './claims-config.ts'
import { branchName, dnsLabel, folder, repositoryUrl } from './config-fields.ts'
import { hasNoCredentials } from './source-urls.ts'

const identifier = z
  .string()
  .regex(
    /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,62}$/,
    'must have 1 to 63 letters, digits, "-" or "_", and begin with a letter or digit',
  )

const modelId = z
  .string()
  .regex(/^[^:\s]+:\S+$/, 'must be written "provider:model", such as "anthropic:claude-sonnet-5-5"')

const source = z.strictObject({
  plugin: z
    .string()
    .min(1)
    .default('sitemap')
    .describe('Name of the documentation source that reads the website.'),
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .refine(hasNoCredentials, { error: 'must have no user, password, query or fragment' })
    .transform((url) => url.replace(/\/+$/, ''))
    .describe(
      'Where the documentation begins. Only pages at this address and below it are read. It may also name a sitemap or an `llms.txt`.',
    ),
  include: z
    .array(z.string().startsWith('/', 'must be a path that begins with "/"'))
    .optional()
    .describe('Globs of the paths of pages to read, such as `/docs/**`. Default: all below the address.'),
  exclude: z
    .array(z.string().startsWith('/', 'must be a path that begins with "/"'))
    .optional()
    .describe('Globs of the paths of pages to leave out, such as `/blog/**`. Default: none.'),
})

const roles = {
  agent: modelId.optional().describe('Runs agent jobs. Default: that of the first provider.'),
  assistant: modelId.optional().describe('Answers questions. Default: that of the first provider.'),
  embedding: modelId
    .optional()
    .describe('Embeds passages and questions. Without one, search is by words alone.'),
  rerank: modelId
    .optional()
    .describe('Orders the best candidates of a search anew. Without one, the order of the search is kept.'),
}

/** The roles, and other names with their descriptions. */
function models<Name extends string>(names: Readonly<Record<Name, string>>) {
  const named = Object.entries<string>(names).map(([name, text]) => [name, modelId.optional().describe(text)])
  const others = Object.fromEntries(named) as Record<Name, z.ZodOptional<typeof modelId>>
  return z
    .strictObject({ ...roles, ...others })
    .default({} as never)
    .describe('Models by role, each `provider:model`. Default: those of the first provider that has a key.')
}

const fields = {
  id: identifier.describe(
    'Unique on the server and never changed. 1 to 63 letters, digits, `-` or `_`. Part of the paths of the agent API.',
  ),
  domain: dnsLabel
    .optional()
    .describe(
      '1 to 63 lower-case letters, digits or `-`, such as `my-docs`. Unique on the server and never changed. Part of the paths of the assistant API. Default: the id.',
    ),
  name: z.string().min(1).max(200).optional().describe('For people. Default: the id.'),
  organization: identifier
    .default('default')
    .describe('Id of the organization that owns the project and its keys.'),
  repository: repositoryUrl
    .optional()
    .describe(
      'Full URL of the documentation repository, without credentials. Required, unless `source` names a website. The agent needs one.',
    ),
  source: source
    .optional()
    .describe('A website to read the documentation from. Default: the repository is read.'),
  branch: branchName.optional().describe('The default branch. Default: what the git host says.'),
  docsPath: folder
    .prefault('')
    .describe('Folder of the documentation in the repository. The agent writes nowhere else.'),
  gitHost: z
    .string()
    .min(1)
    .optional()
    .describe('Name of the git host plugin. Default: the first that keeps the repository.'),
  siteUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Public address of the documentation site. Sources are linked there. Default: none, or the origin of `source`.',
    ),
  site: z
    .union([z.enum(['members', 'public']), z.literal(false)])
    .optional()
    .describe(
      'Readers of the pages under `/site/{domain}`: `members` who have signed in, `public` for everyone, `false` for nobody. Default: `members`.',
    ),
  spendUsdPerMonth: monthlySpend.optional(),
  assistant: z
    .strictObject({
      finishThreadId: z
        .enum(['auto', 'top-level', 'metadata'])
        .default('auto')
        .describe('How the thread id travels on the finish event of the v2 stream.'),
      threadKeys: z
        .enum(['optional', 'required'])
        .default('optional')
        .describe('With `required` a thread can only be continued with its key.'),
      suggestions: z
        .boolean()
        .default(false)
        .describe(
          'Answers end with a fenced block of pages to read next, for clients that show it as links.',
        ),
      grounding: z
        .enum(GROUNDING_MODES)
        .optional()
        .describe(
          'What happens to names in answers that the documentation does not have: `annotate` marks them, `repair` lets the model write their paragraph or code block again, `strict` leaves out their sentence or code block, `off` checks nothing. Default: `annotate`.',
        ),
      claims: ClaimsConfig,
      synonyms: z
        .array(z.array(z.string().trim().min(1).max(100)).min(2).max(20))
        .max(500)
        .optional()
        .describe(
          "Words that mean the same in this documentation, a list a meaning: `[['sso', 'single sign-on']]`. A search for any of them finds all.",
        ),
      variants: z
        .array(z.string().trim().min(1).max(100))
        .max(20)
        .optional()
        .describe(
          "The dialect, framework or version that is meant when nobody names one, such as `['react', 'v5']`. Of pages that exist once for each, a search prefers those whose path or title has it.",
        ),
    })
    .default({ finishThreadId: 'auto', threadKeys: 'optional', suggestions: false })
    .describe('The assistant of this project.'),
  agent: AgentConfig,
}

/**
 * The schema of one project, for an application whose requests may ask for models by further names.
 *
 * @param modelNames names that `models` takes beside the roles, each with its description
 */
export function projectConfig<Name extends string>(modelNames: Readonly<Record<Name, string>>) {
  return z.strictObject({ ...fields, models: models(modelNames) }).superRefine((config, context) => {
    const issue = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (config.repository === undefined && config.source === undefined)
      issue('repository', 'must be given, unless "source" names a website to read')
    // The addresses of pages that were read from a site are whole paths already.
    if (
      config.source !== undefined &&
      config.siteUrl !== undefined &&
      // What is no URL was refused as one already.
      URL.canParse(config.siteUrl) &&
      new URL(config.siteUrl).pathname !== '/'
    )
      issue('siteUrl', 'must have no path in a project with "source"')
  })
}

/** One project as an operator writes it, in docent.config.ts or on the command line. */
export const ProjectConfig = projectConfig({})

export type ProjectConfig = z.output<typeof ProjectConfig>
export type ProjectConfigInput = z.input<typeof ProjectConfig>

/** @param createdAt milliseconds since the epoch. */
export function toProject(config: ProjectConfig, origin: Project['origin'], createdAt: number): Project {
  const { repository, branch, gitHost, site } = config
  const siteUrl = config.siteUrl ?? (config.source && new URL(config.source.url).origin)
  return {
    id: projectId(config.id),
    organizationId: organizationId(config.organization),
    domain: config.domain ?? config.id,
    name: config.name ?? config.id,
    docsPath: config.docsPath,
    ...defined({
      repository,
      source: config.source && sourceOf(config.source),
      branch,
      gitHost,
      siteUrl,
      site,
      spendUsdPerMonth: config.spendUsdPerMonth,
    }),
    models: defined(config.models),
    assistant: defined(config.assistant),
    ...agentOf(config.agent),
    origin,
    disabled: false,
    createdAt,
  }
}

function sourceOf({ plugin, url, include, exclude }: NonNullable<ProjectConfig['source']>): ProjectSource {
  return { plugin, url, ...defined({ include, exclude }) }
}

/** The domain that a project without one gets must itself be a DNS label, and no domain is a reserved name. */
export function domainIssue(config: Pick<ProjectConfig, 'id' | 'domain'>): string | undefined {
  if (config.domain !== undefined || dnsLabel.safeParse(config.id).success)
    return reservedNameIssue(config.domain ?? config.id)
  return `must be given, because the id "${config.id}" cannot be one: use lower-case letters, digits or "-", such as my-docs`
}
