import { type AddressLookup, DocentError } from '@docent/core/plugin'
import { type SimulatedSite, simulateSite } from '@docent/simulators'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HttpFetcher } from './http-fetcher.ts'

let site: SimulatedSite
beforeEach(async () => {
  site = await simulateSite()
  site.set('/', 'secret')
})
afterEach(() => site[Symbol.asyncDispose]())

/** A name server that gives each answer once, and then the last one. */
function nameServer(...answers: string[][]): { lookup: AddressLookup; asked: () => number } {
  let asked = 0
  const lookup: AddressLookup = (_name, _options, callback) => {
    const answer = answers[Math.min(asked++, answers.length - 1)] ?? []
    callback(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { lookup, asked: () => asked }
}

async function get(url: string, lookup: AddressLookup, allowPrivateAddresses = false) {
  const fetcher = new HttpFetcher({ userAgent: 'DocentBot', timeoutMs: 2_000, allowPrivateAddresses, lookup })
  try {
    return await fetcher.get({ url: new URL(url), maxBytes: 1_000, signal: new AbortController().signal })
  } catch (error) {
    if (!DocentError.is(error)) throw error
    return error
  } finally {
    fetcher.close()
  }
}

const portOf = () => new URL(site.url).port
const REFUSED = {
  code: 'forbidden',
  isRetryable: false,
  message: expect.stringContaining('"allowPrivateAddresses"'),
}

test.each([
  ['loopback', '127.0.0.1'],
  ['loopback', '127.8.8.8'],
  ['private', '10.0.0.8'],
  ['private', '172.16.0.1'],
  ['private', '192.168.1.1'],
  ['the metadata of clouds', '169.254.169.254'],
  ['shared', '100.64.0.1'],
  ['this host', '0.0.0.0'],
  ['multicast', '224.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['loopback', '::1'],
  ['none', '::'],
  ['link-local', 'fe80::1'],
  ['unique local', 'fd00::1'],
  ['IPv4-mapped', '::ffff:10.0.0.8'],
  ['IPv4-mapped', '::ffff:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
])('refuses %s addresses, in the URL and behind a name: %s', async (_kind, address) => {
  const { lookup, asked } = nameServer([address])
  expect(await get(`http://docs.example:${portOf()}/`, lookup)).toMatchObject(REFUSED)
  expect(asked()).toBe(1)
  const host = address.includes(':') ? `[${address}]` : address
  expect(await get(`http://${host}:${portOf()}/`, lookup)).toMatchObject(REFUSED)
  expect(site.requests).toEqual([])
})

test.each(['http://2130706433', 'http://0x7f.1', 'http://0177.0.0.1', 'http://127.1'])(
  'refuses loopback however it is written: %s',
  async (origin) => {
    expect(await get(`${origin}:${portOf()}/`, nameServer(['203.0.113.1']).lookup)).toMatchObject(REFUSED)
    expect(site.requests).toEqual([])
  },
)

test('refuses a name with one private address among public ones', async () => {
  const { lookup } = nameServer(['93.184.215.14', '127.0.0.1'])
  expect(await get(`http://docs.example:${portOf()}/`, lookup)).toMatchObject(REFUSED)
})

test('looks a name up once a connection: a second answer cannot lead elsewhere', async () => {
  // The first answer is judged and would be connected to; the second is never asked for.
  const { lookup, asked } = nameServer(['127.0.0.1'], ['10.0.0.8'])
  const reply = await get(`http://docs.example:${portOf()}/`, lookup, true)
  expect(reply).toMatchObject({ status: 200 })
  expect(asked()).toBe(1)
})
