import { type AuditEntry, AuditLog, defined, json } from '@docent/core/plugin'
import { defineApiOperation, integerParameter } from '@docent/http'
import { z } from 'zod'

const time = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2027-01-31T12:00:00Z' })
  .transform((text) => Date.parse(text))

const Query = z.object({
  actor: z.string().min(1).max(100).optional().describe('Id of an account or of a key.'),
  action: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('An action such as `key.create`, or an area such as `key`.'),
  target: z.string().min(1).max(300).optional().describe('Subject of the change, such as the id of a key.'),
  from: time.optional().describe('Entries from this time on.'),
  until: time.optional().describe('Entries before this time.'),
  limit: integerParameter(1, 200).default(50).describe('Entries on a page, 1 to 200.'),
  cursor: z.string().min(1).max(500).optional().describe('`nextCursor` of the page before.'),
})

const AuditEntryView = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z.object({
      kind: z.enum(['member', 'key', 'command', 'nobody']),
      id: z.string().nullable(),
      name: z.string(),
    }),
    action: z.string(),
    target: z.string().nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' })

export const listAudit = defineApiOperation({
  id: 'listAudit',
  summary: 'Read the audit log, newest first',
  description:
    'An entry says who did what, from where, and when. The server keeps entries for `audit.keepDays`.',
  tag: 'Accounts',
  permission: 'manage',
  query: Query,
  reply: {
    status: 200,
    description: 'A page of entries.',
    content: {
      'application/json': z.object({
        entries: z.array(AuditEntryView),
        nextCursor: z.string().nullable(),
      }),
    },
  },
  async handle({ organizationId, query, services, signal }) {
    const { actor, action, target, from, until, limit, cursor } = query
    const page = await services.docent.resolve<AuditLog>(AuditLog).list(
      {
        organizationId,
        limit,
        ...defined({ actorId: actor, action, target, from, until, cursor }),
      },
      { signal },
    )
    return json({ entries: page.entries.map(viewOf), nextCursor: page.nextCursor })
  },
})

function viewOf({ organizationId: _, at, ...entry }: AuditEntry): z.output<typeof AuditEntryView> {
  return { ...entry, at: new Date(at).toISOString() }
}
