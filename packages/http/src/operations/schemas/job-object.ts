import { z } from 'zod'
import { V1_HALT_REASONS } from '../v1/session-view.ts'

/** The v2 job, exactly as `jobView` of core makes it. */
export const JobObject = z
  .object({
    id: z.string(),
    status: z.enum(['active', 'completed', 'failed']),
    source: z.object({ repository: z.string(), ref: z.string() }),
    model: z.string().describe('The resolved model, `provider:model`.'),
    prLink: z.url().nullable(),
    createdAt: z.iso.datetime(),
    archivedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AgentJob' })

/** The v1 session, exactly as `sessionView` makes it. */
export const SessionObject = z
  .object({
    sessionId: z.string(),
    subdomain: z.string(),
    branch: z.string(),
    haulted: z.boolean(),
    haultReason: z.enum(Object.values(V1_HALT_REASONS)).optional(),
    pullRequestLink: z.string(),
    messageToUser: z.string(),
    todos: z.array(
      z.object({
        content: z.string(),
        status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']),
        priority: z.enum(['high', 'medium', 'low']),
        id: z.string(),
      }),
    ),
    userId: z.string().optional(),
    title: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AgentSession' })
