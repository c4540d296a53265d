import { ClaimChecker, type PluginHost } from '@docent/core/plugin'
import { claimsWire } from '@docent/simulators'
import { ManualClock } from '@docent/testing'
import { expect, test } from 'vitest'
import { httpClaims } from './plugin.ts'

function install(options: Parameters<typeof httpClaims>[0], env: Record<string, string> = {}): ClaimChecker {
  const provided = new Map<symbol, unknown>()
  const host = {
    env,
    clock: new ManualClock(),
    provide: (token: symbol, adapter: unknown) => void provided.set(token, adapter),
  } as unknown as PluginHost
  httpClaims(options).install(host)
  return provided.get(ClaimChecker) as ClaimChecker
}

const CLAIM = { text: 'The kettle holds two litres.', evidence: 'The kettle holds two litres of water.' }

test.each([
  ['docent', ''],
  ['docent', '/check'],
  ['tei', '/'],
  ['ollama', ''],
] as const)(
  'fills the port with the address and the key of the environment: %s at "%s"',
  async (api, path) => {
    const wire = await claimsWire(api)
    const env = { DOCENT_CLAIMS_URL: wire.origin + path, DOCENT_CLAIMS_KEY: 'sk-1' }
    const checker = install({ api, ...(api === 'ollama' ? { model: 'bespoke-minicheck' } : {}) }, env)
    expect(await checker.check([CLAIM])).toEqual([{ supported: 1 }])
    expect(wire.requests[0]?.headers.authorization).toBe('Bearer sk-1')
    expect(checker.name).toBe(api === 'ollama' ? 'bespoke-minicheck' : new URL(wire.origin).host)
    await wire.close()
  },
)

test.each([
  [{}, {}, /DOCENT_CLAIMS_URL/],
  [{}, { DOCENT_CLAIMS_URL: 'localhost' }, /DOCENT_CLAIMS_URL must be an address/],
  [{ url: 'ftp://one.example' }, {}, /url: must be an address like/],
  [{ url: 'http://me:secret@one.example' }, {}, /user or a password/],
  [{ url: 'http://one.example', api: 'ollama' as const }, {}, /needs a model/],
  [{ url: 'http://one.example', batch: 0 }, {}, /batch/],
])('names the option that is wrong: %o', (options, env, message) => {
  expect(() => install(options, env)).toThrow(message)
})
