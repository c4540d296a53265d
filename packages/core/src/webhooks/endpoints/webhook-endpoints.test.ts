import { ManualClock, MemorySecretStore } from '@docent/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_ORGANIZATION, organizationId, projectId } from '../../domain/ids.ts'
import type { Settings } from '../../ports/settings.ts'
import { readWebhookSecret } from '../sign-webhook.ts'
import { WebhookEndpoints } from './webhook-endpoints.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const configured = {
  id: 'ours',
  organizationId: DEFAULT_ORGANIZATION,
  url: 'http://10.0.0.1/secret-path',
  secrets: [new Uint8Array(32)],
  allowPrivate: true,
}
const draft = { url: 'https://hooks.example.com/secret-path' }

let clock: ManualClock
let store: MemorySecretStore
let made: number
let endpoints: WebhookEndpoints
beforeEach(() => {
  clock = new ManualClock()
  store = new MemorySecretStore()
  made = 0
  const settings = { secrets: ['a secret of the tests'], webhooks: [configured] } as unknown as Settings
  const ids = { sortable: () => `${made++}`, secret: () => '' }
  endpoints = new WebhookEndpoints(settings, clock, silent, ids, store)
})
const mine = () => endpoints.of(DEFAULT_ORGANIZATION)
const entered = async () => (await mine())[1]

describe('endpoints that people enter', () => {
  test('stand beside those of the configuration, for their organization alone', async () => {
    const { id, secret } = await endpoints.add(DEFAULT_ORGANIZATION, draft, 'ada@example.com')
    expect(await mine()).toEqual([
      configured,
      {
        id,
        organizationId: DEFAULT_ORGANIZATION,
        url: draft.url,
        secrets: [readWebhookSecret(secret)],
        allowPrivate: false,
      },
    ])
    expect(await endpoints.of(organizationId('theirs'))).toEqual([])
  })

  test('are stored encrypted, and listed without their paths and secrets', async () => {
    const { id, secret } = await endpoints.add(DEFAULT_ORGANIZATION, draft, 'ada@example.com')
    const stored = JSON.stringify(await store.list(DEFAULT_ORGANIZATION))
    for (const hidden of ['hooks.example.com', 'secret-path', secret]) expect(stored).not.toContain(hidden)
    const list = await endpoints.list(DEFAULT_ORGANIZATION)
    expect(list).toEqual([
      { id: 'ours', host: '10.0.0.1' },
      { id, host: 'hooks.example.com', entered: { at: clock.now(), by: 'ada@example.com' } },
    ])
  })

  test('sign with the former secret too for a day after it was replaced', async () => {
    const { id, secret } = await endpoints.add(DEFAULT_ORGANIZATION, draft, 'ada')
    const newer = await endpoints.rotate(DEFAULT_ORGANIZATION, id, 'ada')
    expect((await entered())?.secrets).toEqual([newer, secret].map(readWebhookSecret))
    clock.advance(86_400_000)
    expect((await entered())?.secrets).toEqual([readWebhookSecret(newer)])
  })

  test('are changed field by field, and removed', async () => {
    const wanted = { ...draft, events: ['job.failed'], projectIds: [projectId('docs')] } as const
    const { id } = await endpoints.add(DEFAULT_ORGANIZATION, wanted, 'ada')
    await endpoints.change(DEFAULT_ORGANIZATION, id, { events: null, url: 'https://new.example/' }, 'ada')
    expect(await entered()).toMatchObject({ url: 'https://new.example/', projectIds: ['docs'] })
    expect(await entered()).not.toHaveProperty('events')
    await endpoints.remove(DEFAULT_ORGANIZATION, id)
    expect(await mine()).toEqual([configured])
  })

  test.each([
    'http://hooks.example.com/',
    'https://user:password@hooks.example.com/',
    'file:///etc/passwd',
    'hooks.example.com',
  ])('are refused at %s', async (url) => {
    const wrong = { code: 'invalid_request', issues: [{ path: 'url' }] }
    await expect(endpoints.add(DEFAULT_ORGANIZATION, { url }, 'ada')).rejects.toMatchObject(wrong)
    const { id } = await endpoints.add(DEFAULT_ORGANIZATION, draft, 'ada')
    await expect(endpoints.change(DEFAULT_ORGANIZATION, id, { url }, 'ada')).rejects.toMatchObject(wrong)
  })

  test('are known to their organization alone, and leave those of the configuration as they are', async () => {
    const { id } = await endpoints.add(DEFAULT_ORGANIZATION, draft, 'ada')
    const theirs = organizationId('theirs')
    await expect(endpoints.rotate(theirs, id, 'eve')).rejects.toMatchObject({ code: 'not_found' })
    await expect(endpoints.remove(theirs, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(endpoints.rotate(DEFAULT_ORGANIZATION, 'ours', 'ada')).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('are at most twenty', async () => {
    for (let n = 0; n < 20; n++) await endpoints.add(DEFAULT_ORGANIZATION, draft, 'ada')
    await expect(endpoints.add(DEFAULT_ORGANIZATION, draft, 'ada')).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})
