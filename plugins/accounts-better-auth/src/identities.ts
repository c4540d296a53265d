import { DocentError, type ExternalIdentity } from '@docent/core/plugin'
import type { AuthLibrary } from './auth-library.ts'

/** Which account a provider of sign-in vouches for: rows of the library beside those of passwords. */
export class Identities {
  constructor(private readonly library: AuthLibrary) {}

  /** The person of an identity; undefined when it is connected to nobody. */
  async find(identity: ExternalIdentity): Promise<string | undefined> {
    const found = await this.library.context.internalAdapter.findAccountByKey(keyOf(identity))
    return found?.userId
  }

  /** @throws DocentError `conflict` when it is another person's */
  async connect(user: string, identity: ExternalIdentity): Promise<void> {
    const known = await this.find(identity)
    if (known === user) return
    if (known !== undefined)
      throw new DocentError('conflict', 'This identity is already connected to another account.')
    await this.library.context.internalAdapter.linkAccount({ userId: user, ...keyOf(identity) })
  }
}

/** Issuers are addresses, so no issuer can be mistaken for the provider of passwords. */
function keyOf({ issuer, subject }: ExternalIdentity) {
  return { providerId: issuer, accountId: subject }
}
