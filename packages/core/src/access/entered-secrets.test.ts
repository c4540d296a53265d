import { ManualClock, MemorySecretStore } from '@docent/testing'
import { expect, it } from 'vitest'
import { DEFAULT_ORGANIZATION, organizationId } from '../domain/ids.ts'
import type { Settings } from '../ports/settings.ts'
import { EnteredSecrets } from './entered-secrets.ts'

const clock = new ManualClock()
const warnings: object[] = []
const logger = { debug() {}, info() {}, warn: (fields: object) => void warnings.push(fields), error() {} }

function open(store: MemorySecretStore, ...secrets: string[]): EnteredSecrets {
  return new EnteredSecrets(store, { secrets } as unknown as Settings, clock, logger)
}

const entry = { name: 'OPENAI_API_KEY', value: 'sk-1234567890abcd', by: 'Ada' }

it('keeps what is entered encrypted, and shows only its end', async () => {
  const store = new MemorySecretStore()
  const secrets = open(store, 'the secret')
  await secrets.enter(DEFAULT_ORGANIZATION, entry)
  const [stored] = await secrets.list(DEFAULT_ORGANIZATION)
  expect(stored).toMatchObject({ name: entry.name, lastFour: 'abcd', updatedBy: 'Ada' })
  expect(JSON.stringify(stored)).not.toContain('1234567890')
  expect(await secrets.open(DEFAULT_ORGANIZATION)).toEqual({ OPENAI_API_KEY: entry.value })
})

it('shows nothing of a short value', async () => {
  const secrets = open(new MemorySecretStore(), 'the secret')
  expect((await secrets.enter(DEFAULT_ORGANIZATION, { ...entry, value: 'short' })).lastFour).toBe('')
})

it('seals anew what an older secret opened, so that the older one can go', async () => {
  const store = new MemorySecretStore()
  await open(store, 'the older').enter(DEFAULT_ORGANIZATION, entry)
  const knowingBoth = open(store, 'the newer', 'the older')
  expect(await knowingBoth.countOlder(DEFAULT_ORGANIZATION)).toBe(1)
  expect(await knowingBoth.open(DEFAULT_ORGANIZATION)).toHaveProperty(entry.name)
  expect(await knowingBoth.countOlder(DEFAULT_ORGANIZATION)).toBe(0)
  expect(await open(store, 'the newer').open(DEFAULT_ORGANIZATION)).toHaveProperty(entry.name)
})

it('leaves out what no secret opens, and says so', async () => {
  const store = new MemorySecretStore()
  await open(store, 'the older').enter(DEFAULT_ORGANIZATION, entry)
  expect(await open(store, 'the newer').open(DEFAULT_ORGANIZATION)).toEqual({})
  expect(warnings).toEqual([{ name: entry.name }])
})

it('opens under its own organization alone', async () => {
  const store = new MemorySecretStore()
  const secrets = open(store, 'the secret')
  const stored = await secrets.enter(DEFAULT_ORGANIZATION, entry)
  await store.put({ ...stored, organizationId: organizationId('other') })
  expect(await secrets.open(organizationId('other'))).toEqual({})
})
