import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Authenticate, DEFAULT_ORGANIZATION, EnteredSecrets } from '@docent/core'
import { Accounts } from '@docent/core/plugin'
import { codeOf } from '@docent/testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { checkStoredSecrets } from '../../../../packages/commands/src/doctor/check-stored-secrets.ts'
import { withDocent } from '../../src/command-line/with-docent.ts'
import { runInProcess } from '../cli/in-process.ts'

const [older, newer] = ['the older secret of the server', 'the newer secret of the server']
const client = { ip: '192.0.2.7', userAgent: 'Test/1.0' }
const credentials = { email: 'ada@example.com', password: 'correct horse battery staple' }

const before = process.cwd()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-replaced-'))
  process.chdir(folder)
})
beforeEach(() => {
  vi.stubEnv('DOCENT_DATA', join(folder, 'data'))
})
afterAll(() => {
  process.chdir(before)
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const knowing = (...secrets: string[]) => vi.stubEnv('DOCENT_SECRET', secrets.join(','))

async function json<Value>(...args: string[]): Promise<Value> {
  return JSON.parse((await runInProcess([...args, '--json'])).stdout) as Value
}

interface Resealed {
  keys: { name: string }[]
  canDropOlder: boolean
}

const use = (key: string) =>
  withDocent((docent) =>
    docent.resolve(Authenticate).authenticate({
      authorization: `Bearer ${key}`,
      ip: client.ip,
      origin: undefined,
      kind: 'admin',
    }),
  )

test('a command tells when nothing needs the older secret, and then everything works without it', async () => {
  knowing(older)
  const { key } = await json<{ key: string }>('keys', 'create', '--name', 'used')
  const person = await withDocent(async (docent) => {
    const entered = docent.resolve(EnteredSecrets)
    await entered.enter(DEFAULT_ORGANIZATION, { name: 'GITHUB_TOKEN', value: 'ghp_entered', by: 'Ada' })
    const accounts = docent.resolve<Accounts>(Accounts)
    const { secret } = await accounts.createLink({
      kind: 'owner',
      role: 'owner',
      organizationId: DEFAULT_ORGANIZATION,
      expiresAt: Date.now() + 3_600_000,
    })
    const ada = await accounts.join(secret, { name: 'Ada', ...credentials }, client)
    const setup = await accounts.beginSecondFactor(ada?.token ?? '', credentials.password)
    const factor = new URL(setup?.uri ?? '').searchParams.get('secret') ?? ''
    const token = await accounts.confirmSecondFactor(ada?.token ?? '', codeOf(factor))
    return { factor, token: token ?? '' }
  })

  knowing(newer, older)
  expect(await json<Resealed>('keys', 'reseal')).toMatchObject({
    olderSecrets: 1,
    keys: [{ name: 'used' }],
    canDropOlder: false,
  })
  const advised = await withDocent(checkStoredSecrets)
  expect(advised).toMatchObject({ status: 'attention', message: expect.stringContaining('used …') })
  await use(key)
  expect(await json<Resealed>('keys', 'reseal')).toMatchObject({ keys: [], canDropOlder: true })
  const { stdout } = await runInProcess(['keys', 'reseal'])
  expect(stdout).toContain('Nothing needs an older secret')

  knowing(newer)
  expect(await use(key)).toMatchObject({ name: 'used' })
  await withDocent(async (docent) => {
    expect(await docent.resolve(EnteredSecrets).open(DEFAULT_ORGANIZATION)).toEqual({
      GITHUB_TOKEN: 'ghp_entered',
    })
    const accounts = docent.resolve<Accounts>(Accounts)
    expect((await accounts.session(person.token))?.account.email).toBe(credentials.email)
    const outcome = await accounts.signIn(credentials, client)
    if (outcome?.kind !== 'second-factor') throw new Error(`Signing in answered ${outcome?.kind}.`)
    const code = { kind: 'totp', code: codeOf(person.factor, 1) } as const
    expect(await accounts.answerChallenge(outcome.challenge, code, client)).toBeDefined()
    expect(await checkStoredSecrets(docent)).toMatchObject({ status: 'ok' })
  })
}, 120_000)

test('says when no secret opens what is stored', async () => {
  knowing('a secret that nobody knew before')
  expect(await json('keys', 'reseal')).toMatchObject({
    credentials: { resealed: 0, lost: 1 },
    secondFactors: { resealed: 0, lost: 1 },
    canDropOlder: false,
  })
  expect((await runInProcess(['keys', 'reseal'])).stdout).toContain(
    'opens 1 credentials and 1 second factors',
  )
  expect(await withDocent(checkStoredSecrets)).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(
      /^The secrets of this server do not match 1 API key \(used …\w{4}\), 1 credential, 1 second factor$/,
    ),
    fix: expect.stringContaining('DOCENT_SECRET'),
  })
}, 60_000)
