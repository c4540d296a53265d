import { assertChangeWithinKey, ChangeKey, monthlySpend } from '@docent/core'
import { defined, json, type KeyChange } from '@docent/core/plugin'
import { defineApiOperation, explainCap } from '@docent/http'
import { z } from 'zod'
import { findKey } from './find-key.ts'
import { KeyView, keyPlaces, keyTime, viewOfKey } from './key-view.ts'

const Body = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .meta({ examples: ['Widget of the docs'] }),
    expiresAt: keyTime.nullable().optional().describe('When it ends. Null: never.'),
    allowedIps: keyPlaces
      .optional()
      .describe('Addresses or CIDR ranges that may use it. An empty list allows all.'),
    allowedOrigins: keyPlaces
      .optional()
      .describe('Assistant: origins of the pages that may use it. An empty list allows all.'),
    spendUsdPerMonth: monthlySpend
      .nullable()
      .optional()
      .describe(
        'Most US dollars that its requests may cost in a calendar month (UTC). Null removes the cap.',
      ),
  })
  .refine((body) => Object.keys(body).length > 0, 'must have at least one field')

export const changeKey = defineApiOperation({
  id: 'changeKey',
  summary: 'Change the name, the end, the places, or the spend cap of an API key',
  description:
    'Takes effect within 5 seconds in every process. What the key spent this month while it had no cap does not count. Jobs keep the cap that their key had when they started. If you use a key with the scope `manage`, it gives no key more time, addresses, or money than it has (403).',
  tag: 'Accounts',
  permission: 'manage',
  allowsLimitedKeys: true,
  audit: 'key.change',
  body: Body,
  reply: { status: 200, description: 'The key as it is now.', content: { 'application/json': KeyView } },
  async handle(call) {
    const { actor, body, note, organizationId, services, signal } = call
    const { id } = await findKey(call)
    const { expiresAt, ...rest } = body
    const change: KeyChange = {
      ...defined(rest),
      ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : Date.parse(expiresAt) }),
    }
    if (actor.kind === 'key') assertChangeWithinKey(actor.key, change)
    const changed = services.docent.resolve(ChangeKey).change(organizationId, id, change, { signal })
    const record = await explainCap(changed)
    note.about(record.id, {
      name: record.name,
      kind: record.kind,
      fields: Object.keys(change).join(', '),
      ...(change.spendUsdPerMonth === undefined ? {} : { spendUsdPerMonth: change.spendUsdPerMonth }),
    })
    return json(viewOfKey(record))
  },
})
