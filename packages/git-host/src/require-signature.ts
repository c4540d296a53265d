import { DocentError } from '@docent/core'

export interface SignatureWords {
  /** `Gitea and Forgejo` */
  vendor: string
  /** `git-gitea` */
  plugin: string
  /** Environment variable of the secret. */
  variable: string
  /** Where the same secret is set: `GitHub`, `the webhook`. */
  at: string
}

/** @throws DocentError `configuration` without a secret, `unauthorized` for a delivery that is not signed with it */
export function requireSignature(
  secret: string | undefined,
  { vendor, plugin, variable, at }: SignatureWords,
  isSigned: (secret: string) => boolean,
): void {
  if (secret === undefined) {
    throw new DocentError(
      'configuration',
      `Webhooks of ${vendor} need a secret: set webhookSecret of ${plugin} (${variable}) and the same one in ${at}.`,
    )
  }
  if (isSigned(secret)) return
  throw new DocentError(
    'unauthorized',
    `The webhook is not signed with the configured secret: compare webhookSecret (${variable}) with the one in ${at}.`,
  )
}
