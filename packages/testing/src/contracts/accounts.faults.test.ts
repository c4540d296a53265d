import type {
  Admission,
  CallOptions,
  ClientDetails,
  Credentials,
  ExternalIdentity,
  MemberRole,
  OrganizationId,
  SecondFactorCode,
  UserId,
} from '@docent/core/plugin'
import { describe, expect, test } from 'vitest'
import { ManualClock } from '../fakes/manual-clock.ts'
import { MemoryAccounts } from '../fakes/memory-accounts.ts'
import { accountsCases } from './accounts.ts'
import { failingCases } from './contract-case.ts'

class KeepsSessionsAfterAReset extends MemoryAccounts {
  override async signOutEverywhere() {}
}

class SignsInWithoutTheCode extends MemoryAccounts {
  override async signIn(credentials: Credentials) {
    const outcome = await super.signIn(credentials)
    if (outcome?.kind !== 'second-factor') return outcome
    for (const person of this.people.values()) person.account = { ...person.account, hasSecondFactor: false }
    return super.signIn(credentials)
  }
}

class TellsAddressesApartByCase extends MemoryAccounts {
  override signIn(credentials: Credentials) {
    return super.signIn({ ...credentials, email: `${credentials.email}?` })
  }
}

class ResetsByLinksOfBefore extends MemoryAccounts {
  override async resetPassword(secret: string, password: string) {
    const memberships = this.memberList.of.bind(this.memberList)
    this.memberList.of = (user) => memberships(user).slice(0, 1)
    return super.resetPassword(secret, password)
  }
}

class TakesACodeTwice extends MemoryAccounts {
  override answerChallenge(challenge: string, code: SecondFactorCode) {
    for (const { secondFactor } of this.people.values()) secondFactor?.usedCodes.clear()
    return super.answerChallenge(challenge, code)
  }
}

class RevokesForAnybody extends MemoryAccounts {
  override async revokeLink(_organization: OrganizationId, id: string) {
    for (const organization of ['mine', 'theirs'])
      if (await super.revokeLink(organization as OrganizationId, id)) return true
    return false
  }
}

class LetsTheLastOwnerGo extends MemoryAccounts {
  override async changeRole(organization: OrganizationId, user: UserId, role: MemberRole) {
    this.memberList.add(organization, 'a second owner' as UserId, 'owner')
    return super.changeRole(organization, user, role)
  }
}

class ListsEveryMember extends MemoryAccounts {
  override members() {
    return super.members('mine' as OrganizationId)
  }
}

class JoinsThoughTheCallerLeft extends MemoryAccounts {
  override join(
    secret: string,
    person: Parameters<MemoryAccounts['join']>[1],
    client: Parameters<MemoryAccounts['join']>[2],
    _options?: CallOptions,
  ) {
    return super.join(secret, person, client)
  }
}

class SharesOneSession extends MemoryAccounts {
  override async session(token: string) {
    return (await super.session(token)) ?? super.session(this.sessions.keys().next().value ?? '')
  }
}

class BelievesAnyIssuer extends MemoryAccounts {
  override signInByIdentity({ subject }: ExternalIdentity) {
    return super.signInByIdentity({ issuer: 'https://id.example.com', subject })
  }
}

class ConnectsToASecondAccount extends MemoryAccounts {
  override async connectIdentity(user: UserId, identity: ExternalIdentity) {
    this.identities.clear()
    return super.connectIdentity(user, identity)
  }
}

class TakesAddressesByIdentity extends MemoryAccounts {
  override async admit(admission: Admission, client: ClientDetails) {
    const known = await this.findByEmail(admission.email ?? '')
    return super.admit({ ...admission, ...(known ? { as: known.id } : {}) }, client)
  }
}

describe('Accounts contract', () => {
  test.each([
    { Broken: KeepsSessionsAfterAReset, sentence: /by a reset link/ },
    { Broken: SignsInWithoutTheCode, sentence: /asks for a code/ },
    { Broken: TellsAddressesApartByCase, sentence: /whatever the case/ },
    { Broken: ResetsByLinksOfBefore, sentence: /another organization too/ },
    { Broken: TakesACodeTwice, sentence: /app once/ },
    { Broken: RevokesForAnybody, sentence: /revokes them there alone/ },
    { Broken: LetsTheLastOwnerGo, sentence: /keeps the last owner/ },
    { Broken: ListsEveryMember, sentence: /members of one organization/ },
    { Broken: JoinsThoughTheCallerLeft, sentence: /signal is aborted/ },
    { Broken: BelievesAnyIssuer, sentence: /by issuer and by subject/ },
    { Broken: ConnectsToASecondAccount, sentence: /never to a second account/ },
    { Broken: TakesAddressesByIdentity, sentence: /no address of another account/ },
    { Broken: SharesOneSession, sentence: /no session of another token/ },
  ])('catches accounts that are $Broken.name', async ({ Broken, sentence }) => {
    const failing = await failingCases(accountsCases, () => {
      const clock = new ManualClock()
      return { accounts: new Broken(clock), clock }
    })
    expect(failing.join('\n')).toMatch(sentence)
  })
})
