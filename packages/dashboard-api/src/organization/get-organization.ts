import { Settings, WebhookEndpoints } from '@docent/core'
import { json, ProjectStore, WebhookStore } from '@docent/core/plugin'
import { defineApiOperation } from '@docent/http'
import { z } from 'zod'
import { LimitList, limitsOf } from './limit-list.ts'

export const getOrganization = defineApiOperation({
  id: 'getOrganization',
  summary: 'Get the limits, the retention, and the webhooks of an organization',
  tag: 'Dashboard',
  permission: 'view',
  reply: {
    status: 200,
    description: 'What docent.config.ts says, with its defaults, and the endpoints that people added.',
    content: {
      'application/json': z.object({
        id: z.string(),
        name: z.string(),
        limits: LimitList,
        isConfigured: z.boolean().describe('docent.config.ts says what the limits are.'),
        spending: z.object({
          jobDollars: z.number(),
          answerDollars: z.number(),
          tokensPerDay: z.int(),
        }),
        retention: z.object({
          threadsDays: z.int().nullable().describe('Null keeps conversations for ever.'),
          stepsDays: z.int(),
          eventsDays: z.int(),
          archiveAfterDays: z.int(),
        }),
        webhooks: z.array(
          z.object({
            id: z.string(),
            host: z.string().describe('Host of the address. The rest may hold a secret.'),
            events: z.array(z.string()).nullable().describe('Null for all.'),
            projectIds: z.array(z.string()).nullable().describe('Null for all.'),
            createdBy: z.string().nullable().describe('Null for an endpoint of docent.config.ts.'),
            disabledSince: z.iso.datetime().nullable().describe('The endpoint answered 410 Gone.'),
          }),
        ),
      }),
    },
  },
  async handle({ organizationId, services, signal }) {
    const { docent } = services
    const { limits, agent, assistant, repositories = {} } = docent.resolve(Settings)
    const [organization, disabled, webhooks] = await Promise.all([
      docent.resolve(ProjectStore).organization(organizationId, { signal }),
      docent.resolve(WebhookStore).disabledEndpoints({ signal }),
      docent.resolve(WebhookEndpoints).list(organizationId, { signal }),
    ])
    const own = organization?.limits ?? {}
    return json({
      id: organizationId,
      name: organization?.name ?? organizationId,
      limits: limitsOf(limits, own),
      isConfigured: Object.hasOwn(repositories, organizationId),
      spending: {
        jobDollars: agent.maxCostUsd,
        answerDollars: assistant.maxCostUsd,
        tokensPerDay: agent.organizationTokensPerDay,
      },
      retention: {
        threadsDays: assistant.keepThreadsDays,
        stepsDays: agent.keepStepsDays,
        eventsDays: agent.keepEventsDays,
        archiveAfterDays: agent.archiveAfterDays,
      },
      webhooks: webhooks.map(({ id, host, events, projectIds, entered }) => {
        const since = disabled.get(id)
        return {
          id,
          host,
          events: events ? [...events] : null,
          projectIds: projectIds ? [...projectIds] : null,
          createdBy: entered?.by ?? null,
          disabledSince: since === undefined ? null : new Date(since).toISOString(),
        }
      }),
    })
  },
})
