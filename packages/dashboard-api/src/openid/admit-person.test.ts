import { organizationId, userId } from '@docent/core/plugin'
import { ManualClock, MemoryAccounts } from '@docent/testing'
import { expect, test } from 'vitest'
import { createLogger } from '../../../../apps/server/src/process/logger.ts'
import { AdmitPerson } from './admit-person.ts'
import { joinedClaims } from './joined-claims.ts'
import type { OpenIdSettings } from './openid-settings.ts'
import { personOfClaims } from './verified-person.ts'

const issuer = 'https://id.acme.com'
const organization = organizationId('default')
const client = { ip: '192.0.2.1' }
const signed = { iss: issuer, sub: 'ada', aud: 'docent', iat: 1, exp: 2 }

function scene(wishes: Partial<OpenIdSettings> = {}) {
  const settings: OpenIdSettings = {
    name: 'Acme',
    issuer: new URL(issuer),
    clientId: 'docent',
    scopes: ['openid'],
    organization,
    domains: ['acme.com'],
    groupsClaim: 'groups',
    roles: { owner: [], editor: [], viewer: [] },
    emailsAreVerified: false,
    ...wishes,
  }
  const clock = new ManualClock()
  const accounts = new MemoryAccounts(clock)
  const admitting = new AdmitPerson(accounts, settings, createLogger({}, { write: () => undefined }))
  const admit = (claims: object, invitation?: string) =>
    admitting.admit({ person: personOfClaims({ ...signed, ...claims }, settings), client, invitation }, {})
  const invite = async (role: 'owner' | 'viewer') => {
    const draft = { kind: 'invitation', organizationId: organization, role } as const
    return (await accounts.createLink({ ...draft, expiresAt: clock.now() + 1_000 })).secret
  }
  return { accounts, admit, invite, settings }
}

test.each([
  'acme.com',
  '@acme.com',
  'eve@evil.example@acme.com',
  'eve@evil.example,ada@acme.com',
  'eve@evil.example ada@acme.com',
  '"eve@evil.example"@acme.com',
  '<eve@acme.com>',
  'eve@acme.com\u0000@evil.example',
  'eve@a\u0441me.com',
  'eve@acme.com.evil.example',
  `${'e'.repeat(310)}@acme.com.evil.example`,
  ['eve@evil.example', 'ada@acme.com'],
])('%j is no address of acme.com', async (email) => {
  const { admit, accounts } = scene()
  await expect(admit({ email, email_verified: true })).rejects.toMatchObject({ code: 'forbidden' })
  expect(await accounts.members(organization)).toEqual([])
})

test('an address of the domain joins, whatever its case', async () => {
  const { admit, accounts } = scene()
  await admit({ email: 'Ada@ACME.com', email_verified: true })
  expect(await accounts.members(organization)).toMatchObject([{ email: 'ada@acme.com', role: 'viewer' }])
})

test('the groups decide alone: neither the domain nor an invitation lets in people without one', async () => {
  const { admit, accounts, invite } = scene({ roles: { owner: [], editor: ['writers'], viewer: ['staff'] } })
  const ada = { email: 'ada@acme.com', email_verified: true }
  await expect(admit(ada)).rejects.toThrow('None of your groups at Acme has a role here.')
  await expect(admit(ada, await invite('viewer'))).rejects.toThrow('None of your groups')
  expect(await accounts.members(organization)).toEqual([])

  // The last owner would stay one.
  await accounts.join(await invite('owner'), { name: 'Grace' }, client)
  await admit({ ...ada, groups: ['writers'] }, await invite('owner'))
  const [, member] = await accounts.members(organization)
  expect(member).toMatchObject({ email: 'ada@acme.com', role: 'editor' })
  await admit({ ...ada, groups: ['staff'] }, await invite('owner'))
  expect(await accounts.members(organization)).toMatchObject([{ role: 'owner' }, { role: 'viewer' }])
  const before = await accounts.signInByIdentity({ issuer, subject: 'ada' })
  await expect(admit(ada, await invite('viewer'))).rejects.toThrow('None of your groups')
  expect(await accounts.session(before?.token ?? '')).toBeUndefined()
  expect(await accounts.memberships(userId(member?.id ?? ''))).toHaveLength(1)
})

test.each([
  [{ email: 'a@acme.com' }, { email: 'b@acme.com', email_verified: true }, ['a@acme.com', undefined]],
  [{ email: 'a@acme.com' }, { email_verified: true }, ['a@acme.com', undefined]],
  [{ email: 'a@acme.com' }, { email: 'a@acme.com', email_verified: true }, ['a@acme.com', true]],
  [
    { email: 'a@acme.com', email_verified: false },
    { email: 'a@acme.com', email_verified: true },
    ['a@acme.com', false],
  ],
  [{ email_verified: true }, { email: 'b@acme.com' }, ['b@acme.com', undefined]],
  [{}, { email: 'b@acme.com', email_verified: true }, ['b@acme.com', true]],
])('of %j and %j, an address is verified by who sent it', (token, more, expected) => {
  const joined = joinedClaims({ ...signed, ...token }, { sub: 'ada', groups: ['a'], ...more })
  expect([joined.email, joined.email_verified]).toEqual(expected)
  expect(joined).toMatchObject({ iss: issuer, groups: ['a'] })
})
