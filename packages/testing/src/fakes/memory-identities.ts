import { DocentError, type ExternalIdentity, type UserId } from '@docent/core/plugin'

/** Which account each identity is connected to. */
export class MemoryIdentities {
  readonly #users = new Map<string, UserId>()

  find(identity: ExternalIdentity): UserId | undefined {
    return this.#users.get(keyOf(identity))
  }

  /** @throws DocentError `conflict` when it is another account's */
  assertFree(identity: ExternalIdentity, except: UserId | undefined): void {
    const known = this.find(identity)
    if (known !== undefined && known !== except)
      throw new DocentError('conflict', 'The identity is connected to another account.')
  }

  connect(identity: ExternalIdentity, user: UserId): void {
    this.assertFree(identity, user)
    this.#users.set(keyOf(identity), user)
  }

  forget(user: UserId): void {
    for (const [key, owner] of this.#users) if (owner === user) this.#users.delete(key)
  }

  clear(): void {
    this.#users.clear()
  }
}

function keyOf({ issuer, subject }: ExternalIdentity): string {
  return JSON.stringify([issuer, subject])
}
