import { describe, expect, test } from 'vitest'
import { checkConfig } from './load-config.ts'
import { webhookEndpoints } from './webhook-config.ts'

const KEY = Buffer.alloc(32, 1)
const SECRET = `whsec_${KEY.toString('base64')}`
const URL_TO = 'https://hooks.example/token-in-the-path'

const endpoints = (webhooks: unknown, env: Record<string, string> = {}) =>
  webhookEndpoints(checkConfig({ webhooks }).webhooks, env)

describe('the endpoints of webhooks', () => {
  test('are complete, with the keys that the environment has, newest first', () => {
    const newer = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
    const [endpoint] = endpoints([{ url: URL_TO, secret: { env: 'HOOK' }, projects: ['docs'] }], {
      HOOK: `${newer}, ${SECRET}`,
    })
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^whe_[0-9a-f]{16}$/),
      organizationId: 'default',
      url: URL_TO,
      secrets: [Buffer.alloc(32, 2), KEY],
      projectIds: ['docs'],
      allowPrivate: false,
    })
  })

  test('keep their ids as long as their address, whatever else changes', () => {
    const [one] = endpoints([{ url: URL_TO, secret: SECRET }])
    const [two] = endpoints([{ url: URL_TO, secret: [SECRET], events: ['job.failed'] }])
    const [other] = endpoints([{ url: `${URL_TO}/2`, secret: SECRET }])
    expect(two?.id).toBe(one?.id)
    expect(other?.id).not.toBe(one?.id)
  })

  test.each([
    ['an unknown event', { events: ['job.vanished'] }, /webhooks\[0\]\.events/],
    ['no events at all', { events: [] }, /webhooks\[0\]\.events/],
    ['http without allowPrivate', { url: 'http://hooks.example' }, /must begin with https/],
    ['another scheme', { url: 'ftp://hooks.example' }, /webhooks\[0\]\.url/],
    ['credentials in the URL', { url: 'https://a:b@hooks.example' }, /without credentials/],
    ['a secret that is none', { secret: 'hunter2-hunter2' }, /whsec_/],
    ['no secret', { secret: [] }, /webhooks\[0\]\.secret/],
    ['an unknown option', { retries: 3 }, /webhooks\[0\]\.retries: is not an option/],
  ])('are refused with %s, and the error shows no secret', (_what, change, message) => {
    const refused = () => endpoints([{ url: URL_TO, secret: SECRET, ...change }])
    expect(refused).toThrow(message)
    expect(refused).not.toThrow(/hunter2|token-in-the-path/)
  })

  test('are refused when the variable of a secret is missing or holds none', () => {
    const config = [{ url: URL_TO, secret: { env: 'HOOK' } }]
    for (const env of [{}, { HOOK: '' }, { HOOK: 'hunter2' }]) {
      expect(() => endpoints(config, env)).toThrow(/HOOK in the environment must be "whsec_"/)
      expect(() => endpoints(config, env)).not.toThrow(/hunter2/)
    }
  })

  test('are refused when two have one id', () => {
    const one = { url: URL_TO, secret: SECRET }
    expect(() => endpoints([one, one])).toThrow(/webhooks\[1\]\.url: is there twice/)
    expect(endpoints([one, { ...one, id: 'second' }])).toHaveLength(2)
  })
})
