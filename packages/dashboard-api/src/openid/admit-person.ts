import {
  type Accounts,
  type CallOptions,
  type ClientDetails,
  DocentError,
  defined,
  type Logger,
  type MemberRole,
  type SignedIn,
} from '@docent/core/plugin'
import type { OpenIdSettings } from './openid-settings.ts'
import { type VerifiedPerson, verifiedEmail } from './verified-person.ts'

export type Admitted =
  | { readonly kind: 'signed-in'; readonly signedIn: SignedIn; readonly isNew: boolean }
  /** An account with this address has a password or another identity: its owner must prove that it is theirs. */
  | { readonly kind: 'needs-password'; readonly email: string }

interface Arrival {
  person: VerifiedPerson
  client: ClientDetails
  /** Secret of the invitation that the person accepts. */
  invitation: string | undefined
}

/** Decides whether somebody whom the provider vouches for may sign in, and as what. */
export class AdmitPerson {
  constructor(
    private readonly accounts: Accounts,
    private readonly settings: OpenIdSettings,
    private readonly logger: Logger,
  ) {}

  /** @throws DocentError with a message for the person */
  async admit({ person, client, invitation }: Arrival, options: CallOptions): Promise<Admitted> {
    const known = await this.accounts.findByIdentity(person.identity, options)
    if (this.#groupsDecide() && person.role === undefined) {
      if (known) await this.accounts.signOutEverywhere(known.id, options)
      throw this.#refusal()
    }
    if (known) {
      const signedIn = await this.#again(person, known.id, { client, invitation }, options)
      return { kind: 'signed-in', signedIn, isNew: false }
    }
    const email = verifiedEmail(person, this.settings)
    const other = await this.accounts.findByEmail(email, options)
    // Addresses of accounts are not verified here: somebody may have typed another person's.
    if (other && (other.hasPassword || other.hasIdentity)) return { kind: 'needs-password', email }
    if (other) {
      await this.accounts.connectIdentity(other.id, person.identity, options)
      const signedIn = await this.#again(person, other.id, { client, invitation }, options)
      return { kind: 'signed-in', signedIn, isNew: false }
    }
    return {
      kind: 'signed-in',
      signedIn: await this.#first(person, email, { client, invitation }, options),
      isNew: true,
    }
  }

  /** Somebody who has an account. */
  async #again(
    person: VerifiedPerson,
    as: SignedIn['session']['account']['id'],
    { client, invitation }: Omit<Arrival, 'person'>,
    options: CallOptions,
  ): Promise<SignedIn> {
    const { identity, role } = person
    const { organization } = this.settings
    if (invitation !== undefined) {
      const joined = await this.accounts.join(invitation, { as }, client, options)
      if (joined) {
        if (role !== undefined) await this.#setRole(as, role, options)
        return joined
      }
    }
    if (role !== undefined) {
      const isMember = (await this.accounts.memberships(as, options)).some(
        (one) => one.organizationId === organization,
      )
      if (isMember) await this.#setRole(as, role, options)
      else return this.accounts.admit({ organizationId: organization, role, identity, as }, client, options)
    }
    const signedIn = await this.accounts.signInByIdentity(identity, client, options)
    if (signedIn) return signedIn
    throw new DocentError('unavailable', 'The account was removed a moment ago.', { isRetryable: true })
  }

  async #first(
    person: VerifiedPerson,
    email: string,
    { client, invitation }: Omit<Arrival, 'person'>,
    options: CallOptions,
  ): Promise<SignedIn> {
    const { identity, name } = person
    const details = { email, ...defined({ name }) }
    if (invitation !== undefined) {
      const joined = await this.accounts.join(
        invitation,
        { ...details, name: name ?? email },
        client,
        options,
      )
      if (!joined)
        throw new DocentError(
          'unauthorized',
          'This invitation was used or has expired. Ask an owner for another.',
        )
      const { id } = joined.session.account
      await this.accounts.connectIdentity(id, identity, options)
      if (person.role !== undefined) await this.#setRole(id, person.role, options)
      return joined
    }
    const role = person.role ?? this.#byDomain(email)
    if (role === undefined) throw this.#refusal()
    return this.accounts.admit(
      { organizationId: this.settings.organization, role, identity, email, name: name ?? email },
      client,
      options,
    )
  }

  /** The last owner stays one, whatever the groups say: otherwise nobody could mend the groups here. */
  async #setRole(user: Parameters<Accounts['changeRole']>[1], role: MemberRole, options: CallOptions) {
    try {
      await this.accounts.changeRole(this.settings.organization, user, role, options)
    } catch (error) {
      if (!DocentError.is(error, 'conflict')) throw error
      this.logger.warn({ user, role }, 'the last owner keeps the role that the groups would take')
    }
  }

  #byDomain(email: string | undefined): MemberRole | undefined {
    const domain = email?.slice(email.lastIndexOf('@') + 1)
    return domain !== undefined && this.settings.domains.includes(domain) ? 'viewer' : undefined
  }

  #groupsDecide(): boolean {
    return Object.values(this.settings.roles).some((groups) => groups.length > 0)
  }

  #refusal(): DocentError {
    return new DocentError(
      'forbidden',
      this.#groupsDecide()
        ? `None of your groups at ${this.settings.name} has a role here. Ask an owner of Docent which group you need.`
        : 'You have no account here. Ask an owner of Docent for an invitation.',
    )
  }
}
