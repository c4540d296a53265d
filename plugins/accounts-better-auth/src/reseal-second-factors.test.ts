import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { organizationId } from '@docent/core/plugin'
import { codeOf, ManualClock } from '@docent/testing'
import { afterEach, expect, test } from 'vitest'
import { AccountLinks } from './account-links.ts'
import { loadLibrary } from './auth-library.ts'
import { BetterAuthAccounts } from './better-auth-accounts.ts'
import { Memberships } from './memberships.ts'
import { SqliteAccounts } from './sqlite-accounts.ts'

const directory = mkdtempSync(join(tmpdir(), 'docent-rotated-'))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const [older, newer] = ['the older secret of the server', 'the newer secret of the server']
const client = { ip: '192.0.2.7', userAgent: 'Test/1.0' }
const email = 'ada@example.com'
const password = 'correct horse battery staple'

/** What a server with these secrets does, from its start to its stop. */
async function withSecrets<Result>(
  secrets: readonly string[],
  work: (accounts: BetterAuthAccounts, clock: ManualClock) => Promise<Result>,
): Promise<Result> {
  const clock = new ManualClock(Date.now())
  const database = new SqliteAccounts(join(directory, 'accounts.db'))
  let ids = 0
  const sortable = () => `${Date.now()}${++ids}`.padStart(26, '0')
  const accounts = new BetterAuthAccounts(
    new Memberships(database, clock),
    new AccountLinks(database, clock, { sortable, secret: sortable }),
    () => loadLibrary(database, { secrets, sessionDays: 30 }),
  )
  try {
    return await work(accounts, clock)
  } finally {
    await database.close()
  }
}

async function challengeOf(accounts: BetterAuthAccounts): Promise<string> {
  const outcome = await accounts.signIn({ email, password }, client)
  if (outcome?.kind !== 'second-factor') throw new Error(`Signing in answered ${outcome?.kind}.`)
  return outcome.challenge
}

test('second factors and sessions outlive the secret that they were made under', async () => {
  const { secret, backup, token } = await withSecrets([older], async (accounts, clock) => {
    const link = await accounts.createLink({
      kind: 'owner',
      role: 'owner',
      organizationId: organizationId('mine'),
      expiresAt: clock.now() + 3_600_000,
    })
    const ada = await accounts.join(link.secret, { name: 'Ada', email, password }, client)
    const setup = await accounts.beginSecondFactor(ada?.token ?? '', password)
    const found = new URL(setup?.uri ?? '').searchParams.get('secret') ?? ''
    const confirmed = await accounts.confirmSecondFactor(ada?.token ?? '', codeOf(found))
    return { secret: found, backup: setup?.backupCodes[0] ?? '', token: confirmed ?? '' }
  })
  await withSecrets([newer, older], async (accounts) => {
    expect((await accounts.session(token))?.account.email).toBe(email)
  })
  await withSecrets([newer], async (accounts) => {
    expect(await accounts.resealSecondFactors()).toEqual({ resealed: 0, lost: 0 })
    expect((await accounts.session(token))?.account.email).toBe(email)
    const totp = { kind: 'totp', code: codeOf(secret, 1) } as const
    expect(await accounts.answerChallenge(await challengeOf(accounts), totp, client)).toBeDefined()
    const code = { kind: 'backup', code: backup } as const
    expect(await accounts.answerChallenge(await challengeOf(accounts), code, client)).toBeDefined()
  })
}, 60_000)
