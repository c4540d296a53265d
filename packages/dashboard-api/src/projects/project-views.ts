import { GitHosts, GROUNDING_MODES, Models } from '@docent/core'
import type { Project } from '@docent/core/plugin'
import type { Services } from '@docent/http'
import { siteOriginOf } from '@docent/http'
import { z } from 'zod'
import { featuresOf } from '../session/features-of.ts'
import { IndexStatusObject, indexStatus } from './index-status.ts'

const shape = {
  id: z.string(),
  domain: z.string(),
  name: z.string(),
  repository: z.string().nullable(),
  source: z.object({ plugin: z.string(), url: z.string() }).nullable(),
  origin: z
    .enum(['config', 'store', 'demo'])
    .describe('`config`: written in docent.config.ts, and changed only there.'),
  disabled: z.boolean(),
  pagesUrl: z
    .url()
    .nullable()
    .describe(
      'Address where Docent shows the pages to the readers that `site` allows. Null if nobody can read them.',
    ),
  checksClaims: z
    .boolean()
    .describe('Sentences of answers are checked after each answer: `assistant.claims`.'),
  createdAt: z.iso.datetime(),
  index: IndexStatusObject,
}

export const ProjectSummaryObject = z.object(shape).meta({ id: 'ProjectSummary' })

/** Of one role of a project. */
export const UsedModelObject = z.object({
  id: z.string().nullable().describe('`provider:model` that is used.'),
  isOwn: z.boolean().describe('Chosen for this project; otherwise the default of a provider.'),
  problem: z.string().nullable().describe('Why it cannot be used.'),
})

export const ProjectDetailObject = z
  .object({
    ...shape,
    branch: z.string().nullable(),
    docsPath: z.string(),
    siteUrl: z.string().nullable(),
    site: z
      .union([z.enum(['members', 'public']), z.literal(false)])
      .describe('The readers of the pages under `/site`. False: nobody.'),
    spendUsdPerMonth: z.number().nullable().describe('Monthly spend cap, US dollars. Null: none.'),
    assistant: z.object({
      grounding: z
        .enum(GROUNDING_MODES)
        .describe('What happens to names in answers that the documentation does not have.'),
    }),
    agent: z.object({
      contexts: z
        .array(
          z.object({
            name: z.string(),
            repository: z.string(),
            branch: z.string().nullable(),
            folder: z.string().nullable(),
          }),
        )
        .describe('Repositories that the agent reads beside the documentation.'),
    }),
    gitHost: z.object({ name: z.string().nullable(), problem: z.string().nullable() }),
    models: z.record(z.string(), UsedModelObject).describe('By role.'),
  })
  .meta({ id: 'ProjectDetail' })

export async function projectSummary(services: Services, project: Project, signal: AbortSignal) {
  const { id, domain, name, repository = null, source, origin, disabled, createdAt } = project
  return {
    id,
    domain,
    name,
    repository,
    source: source ? { plugin: source.plugin, url: source.url } : null,
    origin,
    disabled,
    pagesUrl:
      project.site === false || !featuresOf(services.docent).includes('pages')
        ? null
        : `${siteOriginOf(services)}/site/${domain}/`,
    checksClaims: project.assistant.claims !== undefined,
    createdAt: new Date(createdAt).toISOString(),
    index: await indexStatus(services, project, signal),
  }
}

export async function projectDetail(services: Services, project: Project, signal: AbortSignal) {
  const { branch = null, docsPath, siteUrl = null, spendUsdPerMonth = null } = project
  return {
    ...(await projectSummary(services, project, signal)),
    branch,
    docsPath,
    siteUrl,
    site: project.site ?? 'members',
    spendUsdPerMonth,
    assistant: { grounding: project.assistant.grounding ?? 'annotate' },
    agent: {
      contexts: (project.agent?.contexts ?? []).map(({ name, repository, branch = null, folder = null }) => ({
        name,
        repository,
        branch,
        folder,
      })),
    },
    gitHost: await gitHostOf(services, project, signal),
    models: modelsOf(services, project),
  }
}

export async function gitHostOf({ docent }: Services, project: Project, signal: AbortSignal) {
  if (project.repository === undefined) return { name: null, problem: null }
  try {
    const host = await docent.resolve(GitHosts).forProject(project, { signal })
    return { name: host.name, problem: null }
  } catch (error) {
    return { name: null, problem: messageOf(error) }
  }
}

/** Each role with the model that is used for it. */
export function modelsOf({ docent }: Services, project: Project) {
  const models = docent.resolve(Models)
  const { embedding, rerank } = project.models
  const chat = (role: 'assistant' | 'agent') =>
    look(project.models[role], () => models.resolve(models.idFor(project, role)).id)
  return {
    assistant: chat('assistant'),
    agent: chat('agent'),
    embedding: look(embedding, () => {
      if (embedding !== undefined) models.embedding(embedding)
      return embedding ?? null
    }),
    rerank: look(rerank, () => {
      if (rerank !== undefined) models.reranking(rerank)
      return rerank ?? null
    }),
  }
}

function look(own: string | undefined, find: () => string | null) {
  try {
    return { id: find(), isOwn: own !== undefined, problem: null }
  } catch (error) {
    return { id: own ?? null, isOwn: own !== undefined, problem: messageOf(error) }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
