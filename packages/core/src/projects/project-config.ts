import { defined } from '@docent/content'
import { z } from 'zod'
import { GROUNDING_MODES } from '../domain/grounding.ts'
import { organizationId, projectId } from '../domain/ids.ts'
import { monthlySpend } from '../domain/monthly-spend.ts'
import type { Project, ProjectSource } from '../domain/project.ts'
import { reservedNameIssue } from '../domain/reserved-names.ts'
import { AgentConfig, agentOf } from './agent-config.ts'
import { AutomationsConfig, automationsOf, WatchConfig, watchOf } from './begun-jobs-config.ts'
import { ChannelsConfig } from './channels-config.ts'
import { ClaimsConfig } from './claims-config.ts'
import { branchName, dnsLabel, folder, repositoryUrl } from './config-fields.ts'
import { hasNoCredentials } from './source-urls.ts'
import { SupportConfig } from './support-config.ts'

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
  plugin: z.string().min(1).default('sitemap').describe('Name of the plugin that reads the website.'),
  url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .refine(hasNoCredentials, { error: 'must have no user, password, query or fragment' })
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .describe(
      'Where the documentation starts. Docent reads only this page and the pages below it. Can also be the address of a sitemap or an `llms.txt`.',
    ),
  include: z
    .array(z.string().startsWith('/', 'must be a path that begins with "/"'))
    .optional()
    .describe('Globs of the paths of pages to read, such as `/docs/**`. Default: all.'),
  exclude: z
    .array(z.string().startsWith('/', 'must be a path that begins with "/"'))
    .optional()
    .describe('Globs of the paths of pages to leave out, such as `/blog/**`. Default: none.'),
})

const roles = {
  agent: modelId.optional().describe('Runs agent jobs. Default: the model of the first provider.'),
  assistant: modelId.optional().describe('Answers questions. Default: the model of the first provider.'),
  embedding: modelId
    .optional()
    .describe('Embeds passages and questions. Without one, Docent searches by words only.'),
  rerank: modelId
    .optional()
    .describe('Reorders the best search results. Without one, Docent keeps the order of the search.'),
}

/** The roles, and other names with their descriptions. */
function models<Name extends string>(names: Readonly<Record<Name, string>>) {
  const named = Object.entries<string>(names).map(([name, text]) => [name, modelId.optional().describe(text)])
  const others = Object.fromEntries(named) as Record<Name, z.ZodOptional<typeof modelId>>
  return z
    .strictObject({ ...roles, ...others })
    .default({} as never)
    .describe('The model for each role, as `provider:model`. Default: the models of the first provider.')
}

const fields = {
  id: identifier.describe(
    "Identifies the project in the paths of the agent API. Unique on the server. You can't change it. 1 to 63 letters, digits, `-`, or `_`.",
  ),
  domain: dnsLabel
    .optional()
    .describe(
      "Identifies the project in the paths of the assistant API, such as `my-docs`. Unique on the server. You can't change it. 1 to 63 lowercase letters, digits, or `-`. Default: the id.",
    ),
  name: z.string().min(1).max(200).optional().describe('For people. Default: the id.'),
  organization: identifier
    .default('default')
    .describe('ID of the organization that owns the project and its keys.'),
  repository: repositoryUrl
    .optional()
    .describe(
      'Full URL of the documentation repository, without credentials. The agent needs it. Required unless you set `source`.',
    ),
  source: source
    .optional()
    .describe('A website to read the documentation from, instead of the repository. Default: none.'),
  branch: branchName
    .optional()
    .describe(
      'The branch that Docent indexes and that the agent starts from. Default: the default branch on the git host.',
    ),
  docsPath: folder
    .prefault('')
    .describe("Folder of the documentation in the repository. The agent can't write anywhere else."),
  gitHost: z
    .string()
    .min(1)
    .optional()
    .describe('Name of the git host plugin. Default: the first that matches the repository.'),
  siteUrl: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
    .optional()
    .describe(
      'Public address of the documentation site. Sources in answers link to it. Default: none, or the origin of `source`.',
    ),
  site: z
    .union([z.enum(['members', 'public']), z.literal(false)])
    .optional()
    .describe(
      'Makes the pages at `/site/{domain}` readable: `members` for signed-in members, `public` for everyone, `false` for nobody. Default: `members`.',
    ),
  pageMenu: z
    .boolean()
    .optional()
    .describe(
      'Whether pages have a menu to copy them, to open them in an assistant, and to connect editors by MCP. Default: `true`.',
    ),
  spendUsdPerMonth: monthlySpend.optional(),
  assistant: z
    .strictObject({
      finishThreadId: z
        .enum(['auto', 'top-level', 'metadata'])
        .default('auto')
        .describe('Where the `finish` event of the v2 stream has the thread ID.'),
      finishReason: z
        .boolean()
        .optional()
        .describe(
          'Whether the `finish` event of the v2 stream says why the answer ended. AI SDK 5.0.0 to 5.0.91 refuse an answer that does. Default: `false`.',
        ),
      citations: z
        .boolean()
        .optional()
        .describe(
          'Whether the `text-end` event of the v2 stream names the sources that the text cites, for AI SDK 7. Clients up to 5.0.216, 6.0.230, and 7.0.31 refuse an answer that does. Default: `false`.',
        ),
      threadKeys: z
        .enum(['optional', 'required'])
        .default('optional')
        .describe("With `required`, only a request with the thread's key can continue the thread."),
      suggestions: z
        .boolean()
        .default(false)
        .describe(
          'Ends answers with a fenced block of pages to read next, for clients that show it as links.',
        ),
      public: z
        .boolean()
        .optional()
        .describe(
          'Whether searches and pages need no key, through the API and MCP. Answers need one. Default: `true` if `site` is `public`.',
        ),
      grounding: z
        .enum(GROUNDING_MODES)
        .optional()
        .describe(
          'What happens to names in answers that the documentation does not contain: `annotate` marks them, `repair` has the model write their paragraph or code block again, `strict` removes their sentence or code block, `off` turns the check off. Default: `annotate`.',
        ),
      claims: ClaimsConfig,
      synonyms: z
        .array(z.array(z.string().trim().min(1).max(100)).min(2).max(20))
        .max(500)
        .optional()
        .describe(
          "Lists of words that mean the same in this documentation: `[['sso', 'single sign-on']]`. A search for one of them finds all of them.",
        ),
      variants: z
        .array(z.string().trim().min(1).max(100))
        .max(20)
        .optional()
        .describe(
          "The dialect, framework, or version that a question means if it names none, such as `['react', 'v5']`. If a page exists for each of them, a search prefers the one with this word in its path or title.",
        ),
    })
    .default({ finishThreadId: 'auto', threadKeys: 'optional', suggestions: false })
    .describe('The assistant of this project.'),
  agent: AgentConfig,
  channels: ChannelsConfig,
  support: SupportConfig,
  watch: WatchConfig,
  automations: AutomationsConfig,
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
    if (config.repository === undefined && config.watch !== undefined)
      issue('watch', 'needs "repository", which its pull requests are for')
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
      pageMenu: config.pageMenu,
      spendUsdPerMonth: config.spendUsdPerMonth,
      channels: config.channels?.map(({ person, ...each }) =>
        defined({ ...each, person: person && defined(person) }),
      ),
      support: config.support && defined(config.support),
    }),
    models: defined(config.models),
    assistant: defined(config.assistant),
    ...agentOf(config.agent),
    ...watchOf(config.watch),
    ...automationsOf(config.automations),
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
