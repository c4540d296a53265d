import { coversProjects, type LimitUse, type SpendState } from '@docent/core'
import { DocentError, json, type KeyRecord, KeyStore, ProjectStore } from '@docent/core/plugin'
import { type ApiCall, defineApiOperation } from '@docent/http'
import { z } from 'zod'

const named = {
  scope: z.enum(['organization', 'project', 'key']),
  id: z.string().describe('Of the organization, project or key.'),
  name: z.string().describe('For people.'),
  resetsAt: z.iso.datetime().describe('When counting begins again.'),
}

const LimitUseView = z
  .object({
    ...named,
    operation: z
      .enum(['assistant', 'search', 'page', 'feedback', 'agent'])
      .describe('What is limited. `agent` counts jobs.'),
    window: z.enum(['hour', 'month']),
    max: z.int(),
    used: z.int(),
  })
  .meta({ id: 'LimitUse' })

const SpendView = z
  .object({
    ...named,
    scope: z.enum(['project', 'key']),
    maxUsd: z.number().describe('The monthly spend cap.'),
    usedUsd: z.number().describe('Spent, or set aside for calls that are running.'),
  })
  .meta({ id: 'SpendUse' })

export const getLimits = defineApiOperation({
  id: 'getLimits',
  summary: 'Get how much of each limit is used',
  description:
    'Looks without using anything. Limits of client addresses are not in it. Keys are in it for those who may manage them.',
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description: 'The limits of the organization, its projects and keys, and their monthly spend caps.',
    content: {
      'application/json': z.object({
        limits: z.array(LimitUseView),
        spend: z.array(SpendView).nullable().describe('Null while the counts cannot be read.'),
        problem: z.string().nullable().describe('Why counts are missing, or of one process alone.'),
      }),
    },
  },
  async handle(call) {
    const { organizationId, services, signal } = call
    const [projects, keys] = await Promise.all([projectsOf(call), keysOf(call)])
    const names = new Map<string, string>([...projects, ...keys].map(({ id, name }) => [id, name]))
    const organization = await services.docent.resolve(ProjectStore).organization(organizationId, { signal })
    names.set(organizationId, organization?.name ?? organizationId)
    const uses = await services.requestLimits.uses(
      {
        organizationId,
        projects: projects.map(({ id }) => id),
        keys: keys.filter(({ kind }) => kind === 'assistant').map(({ id }) => id),
      },
      { signal },
    )
    const spend = await spendOf(call, projects, keys)
    const health = services.limiter.health()
    return json({
      limits: uses.map((use) => viewOfUse(use, names)),
      spend: spend?.map((state) => viewOfSpend(state, names)) ?? null,
      problem: health.ok ? null : (health.message ?? null),
    })
  },
})

async function projectsOf({ organizationId, reach, services, signal }: ApiCall) {
  const projects = await services.docent.resolve(ProjectStore).list({ signal })
  return projects.filter(
    (project) =>
      project.organizationId === organizationId && !project.disabled && coversProjects(reach, [project.id]),
  )
}

/** Those that still work. A viewer may know no keys. */
async function keysOf(call: ApiCall): Promise<KeyRecord[]> {
  const { organizationId, permissions, reach, services, signal } = call
  if (!permissions.includes('manage')) return []
  const keys = await services.docent.resolve<KeyStore>(KeyStore).list(organizationId, { signal })
  const now = services.clock.now()
  return keys.filter(
    ({ revokedAt, expiresAt, projectIds }) =>
      revokedAt === null && (expiresAt === null || expiresAt > now) && coversProjects(reach, projectIds),
  )
}

/** Caps have no counts of their own to fall back to: without the shared limiter they are not known. */
async function spendOf(
  { services, signal }: ApiCall,
  projects: Awaited<ReturnType<typeof projectsOf>>,
  keys: readonly KeyRecord[],
): Promise<SpendState[] | undefined> {
  const states: SpendState[] = []
  try {
    for (const project of projects) states.push(...(await services.spendCaps.report({ project }, { signal })))
    for (const key of keys) states.push(...(await services.spendCaps.report({ key }, { signal })))
  } catch (error) {
    if (DocentError.is(error, 'unavailable') && !services.limiter.health().ok) return undefined
    throw error
  }
  return states
}

function viewOfUse(
  { operation, scope, id, max, used, resetAt, window }: LimitUse,
  names: ReadonlyMap<string, string>,
) {
  return {
    scope,
    id,
    name: names.get(id) ?? id,
    operation,
    window: window.kind === 'month' ? 'month' : 'hour',
    max,
    used,
    resetsAt: new Date(resetAt).toISOString(),
  }
}

function viewOfSpend({ scope, id, max, used, resetAt }: SpendState, names: ReadonlyMap<string, string>) {
  return {
    scope,
    id,
    name: names.get(id) ?? id,
    maxUsd: max,
    usedUsd: Math.round(used * 10_000) / 10_000,
    resetsAt: new Date(resetAt).toISOString(),
  }
}
