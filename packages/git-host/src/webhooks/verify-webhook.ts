import { DocentError } from '@docent/core/plugin'
import type { HostWords } from '../host-words.ts'
import type { HostWebhooks } from './host-webhooks.ts'

/** @throws DocentError `unauthorized`, or `configuration` without a secret */
export function verifyWebhook(
  { words, webhooks }: { words: HostWords; webhooks: HostWebhooks },
  headers: ReadonlyMap<string, string>,
  body: Uint8Array,
): void {
  const { secret, at, option = `webhookSecret (${words.variables.webhookSecret})` } = webhooks
  if (secret === undefined) {
    throw new DocentError(
      'configuration',
      `Webhooks of ${words.product ?? words.vendor} need a secret: set ${option} of ${words.plugin}, and the same one in ${at}.`,
    )
  }
  if (webhooks.isSigned(headers, body, secret)) return
  throw new DocentError(
    'unauthorized',
    `The webhook was signed with a different secret, or too long ago. Compare ${option} with the one in ${at}, and the clocks of both machines.`,
  )
}
