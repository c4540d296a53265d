import { assertWithinKey, IssueKey, type IssueKeyRequest, KEY_SCOPES, monthlySpend } from '@docent/core'
import { defined, json, projectId } from '@docent/core/plugin'
import { defineApiOperation, explainCap } from '@docent/http'
import { z } from 'zod'
import { actorName } from '../person-of.ts'
import { KeyView, keyPlaces, keyTime, viewOfKey } from './key-view.ts'

const Body = z.strictObject({
  kind: z.enum(['admin', 'assistant']).describe('`admin` is for servers, `assistant` is public.'),
  name: z.string().trim().min(1).max(100).describe('For people.'),
  projectIds: keyPlaces
    .optional()
    .describe('Projects it is for. Admin: absent means all. Assistant: at least one.'),
  scopes: z.array(z.enum(KEY_SCOPES)).min(1).optional().describe('Admin. Default: read and write.'),
  expiresAt: keyTime.optional().describe('When it ends. Default: never.'),
  allowedIps: keyPlaces.optional().describe('Addresses or CIDR ranges that may use it. Default: all.'),
  allowedOrigins: keyPlaces
    .optional()
    .describe('Assistant: origins of the pages that may use it. Default: all.'),
  trustGroups: z
    .boolean()
    .optional()
    .describe('Assistant: the key is kept on a server, and groups of its requests count.'),
  spendUsdPerMonth: monthlySpend
    .optional()
    .describe('Most US dollars that its requests may cost in a calendar month (UTC). Default: no cap.'),
})

export const createKey = defineApiOperation({
  id: 'createKey',
  summary: 'Create an API key',
  description:
    "If you use a key with the scope `manage`, the new key can't allow more scopes, projects, addresses, time, or money than that key (403).",
  tag: 'Accounts',
  permission: 'manage',
  allowsLimitedKeys: true,
  audit: 'key.create',
  body: Body,
  reply: {
    status: 201,
    description: 'The key, which Docent shows only once, and its record.',
    content: { 'application/json': z.object({ key: z.string(), record: KeyView }) },
  },
  async handle({ actor, body, note, organizationId, services, signal }) {
    const { projectIds, expiresAt, ...rest } = body
    const request: IssueKeyRequest = {
      organizationId,
      kind: rest.kind,
      name: rest.name,
      createdBy: actorName(actor),
      ...defined({ projectIds: projectIds?.map(projectId) }),
      ...(expiresAt === undefined ? {} : { expiresAt: Date.parse(expiresAt) }),
      ...(rest.scopes === undefined ? {} : { scopes: [...new Set(rest.scopes)] }),
      ...defined({
        allowedIps: rest.allowedIps,
        allowedOrigins: rest.allowedOrigins,
        trustGroups: rest.trustGroups,
        spendUsdPerMonth: rest.spendUsdPerMonth,
      }),
    }
    if (actor.kind === 'key') assertWithinKey(actor.key, request)
    const made = services.docent.resolve(IssueKey).issue(request, { signal })
    const { key, record } = await explainCap(made)
    note.about(record.id, {
      name: record.name,
      kind: record.kind,
      scopes: record.scopes.join(' '),
      projects: record.projectIds.join(' '),
      ...defined({ spendUsdPerMonth: record.spendUsdPerMonth }),
    })
    return json({ key, record: viewOfKey(record) }, 201)
  },
})
