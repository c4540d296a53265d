import { describeIssues, MOST_CONTEXTS, monthlySpend, type ProjectConfig } from '@docent/core'
import { DocentError, type OrganizationId, type Project } from '@docent/core/plugin'
import { ProjectOptions } from '@docent/http'
import { z } from 'zod'

const model = z.string().max(200)

/** Checked as those of docent.config.ts. */
export const ContextRepositories = z
  .array(
    z.object({
      name: z.string().max(63).describe('Lower-case letters, digits or `-`. Unique in the project.'),
      repository: z.string().max(1_000).describe('Full URL, without credentials.'),
      branch: z.string().max(250).optional().describe('Default: the default branch on the git host.'),
      folder: z.string().max(500).optional().describe('Only files below it are read. Default: all.'),
    }),
  )
  .max(MOST_CONTEXTS)
  .describe('Repositories that the agent reads beside the documentation, and never changes.')

/** What a person says of a project that is to be added. Its fields are checked as those of docent.config.ts. */
export const ProjectDraft = z.object({
  id: z
    .string()
    .max(63)
    .describe('Unique on the server and never changed; also its domain.')
    .meta({ examples: ['handbook'] }),
  name: z.string().max(200).optional().describe('For people. Default: the id.'),
  repository: z
    .string()
    .max(1_000)
    .optional()
    .describe('Full URL of the documentation repository.')
    .meta({ examples: ['https://github.com/acme/handbook'] }),
  website: z.string().max(1_000).optional().describe('A website to read instead of the repository.'),
  branch: z.string().max(250).optional().describe('Default: the default branch on the git host.'),
  docsPath: z.string().max(500).optional().describe('Folder of the documentation in the repository.'),
  siteUrl: z.string().max(1_000).optional().describe('Public address of the documentation site.'),
  models: z
    .object({ agent: model.optional(), assistant: model.optional(), embedding: model.optional() })
    .optional()
    .describe('The model for each role, as `provider:model`. Default: the models of the first provider.'),
  spendUsdPerMonth: monthlySpend.optional(),
  agent: z
    .object({ contexts: ContextRepositories.optional() })
    .optional()
    .describe('The agent of the project.'),
})

/** @throws DocentError `invalid_request` with the field that is wrong, named as in the draft. */
export function configOf(draft: z.output<typeof ProjectDraft>, organization: OrganizationId): ProjectConfig {
  const { website, ...fields } = draft
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')
  const source = website === undefined || website === '' ? {} : { source: { url: website } }
  return parsed({ ...Object.fromEntries(given), ...source, organization })
}

interface ProjectPatch {
  models?: Readonly<Record<string, string | null | undefined>> | undefined
  assistant?: object | undefined
  agent?: object | undefined
  readonly [field: string]: unknown
}

/** The configuration of a stored project with what a person changed; null takes a setting away. */
export function changedConfig(
  project: Project,
  { models = {}, assistant = {}, agent = {}, ...patch }: ProjectPatch,
): ProjectConfig {
  const { organizationId, origin: _, disabled: __, createdAt: ___, ...stored } = project
  return parsed({
    ...merged(stored, patch),
    models: merged(project.models, models),
    assistant: merged(project.assistant, assistant),
    agent: merged(project.agent ?? {}, agent),
    organization: organizationId,
  })
}

function merged(stored: object, patch: object): Record<string, unknown> {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined)
  const all = { ...stored, ...Object.fromEntries(given) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

function parsed(config: unknown): ProjectConfig {
  const result = ProjectOptions.safeParse(config)
  if (result.success) return result.data
  const issues = describeIssues(result.error.issues, 'body').map(({ path, message }) => ({
    path: path === 'source.url' ? 'website' : path,
    message,
  }))
  throw new DocentError(
    'invalid_request',
    issues.map(({ path, message }) => `${path}: ${message}.`).join(' '),
    { issues },
  )
}
