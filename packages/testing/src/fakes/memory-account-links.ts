import type { AccountLink, AccountLinkDraft, Clock, OrganizationId } from '@docent/core'
import { newSecret } from './authenticator-app.ts'

interface StoredLink {
  readonly link: AccountLink
  readonly secret: string
  used: boolean
}

/** Links of accounts in memory, for tests. */
export class MemoryAccountLinks {
  readonly #links: StoredLink[] = []

  constructor(private readonly clock: Clock) {}

  create(draft: AccountLinkDraft): { link: AccountLink; secret: string } {
    const { userId = null, note = null, ...rest } = draft
    const id = `link-${this.#links.length + 1}`
    const link: AccountLink = { ...rest, id, userId, note, createdAt: this.clock.now() }
    const secret = newSecret()
    this.#links.push({ link, secret, used: false })
    return { link, secret }
  }

  /** Those that work, newest first. */
  list(organization: OrganizationId): AccountLink[] {
    return this.#links
      .filter((one) => this.#works(one) && one.link.organizationId === organization)
      .map(({ link }) => link)
      .reverse()
  }

  find(secret: string): StoredLink | undefined {
    return this.#links.find((one) => one.secret === secret && this.#works(one))
  }

  revoke(organization: OrganizationId, id: string): boolean {
    const found = this.#links.find(({ link }) => link.id === id && link.organizationId === organization)
    if (!found || !this.#works(found)) return false
    found.used = true
    return true
  }

  #works({ link, used }: StoredLink): boolean {
    return !used && this.clock.now() < link.expiresAt
  }
}
