import { assertSpendWithinKey, ChangeKeySpend, monthlySpend } from '@docent/core'
import { json } from '@docent/core/plugin'
import { defineApiOperation, explainCap } from '@docent/http'
import { z } from 'zod'
import { findKey } from './find-key.ts'
import { KeyView, viewOfKey } from './key-view.ts'

export const changeKey = defineApiOperation({
  id: 'changeKey',
  summary: 'Change the monthly spend cap of an API key',
  description:
    'Counts from the next request. What the key spent this month while it had no cap does not count. Jobs keep the cap that their key had when they started. A key of scope `manage` that has a cap sets none above its own (403).',
  tag: 'Accounts',
  permission: 'manage',
  allowsLimitedKeys: true,
  audit: 'key.change',
  body: z.strictObject({
    spendUsdPerMonth: monthlySpend
      .nullable()
      .describe(
        'Most US dollars that its requests may cost in a calendar month (UTC). Null removes the cap.',
      ),
  }),
  reply: { status: 200, description: 'The key as it is now.', content: { 'application/json': KeyView } },
  async handle(call) {
    const { actor, body, note, organizationId, services, signal } = call
    const { id } = await findKey(call)
    const cap = body.spendUsdPerMonth ?? undefined
    if (actor.kind === 'key') assertSpendWithinKey(actor.key, cap)
    const change = services.docent.resolve(ChangeKeySpend)
    const record = await explainCap(change.change(organizationId, id, cap, { signal }))
    note.about(record.id, { name: record.name, kind: record.kind, spendUsdPerMonth: cap ?? null })
    return json(viewOfKey(record))
  },
})
