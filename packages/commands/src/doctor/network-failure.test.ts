import { expect, test } from 'vitest'
import { networkFailure, reasonOf } from './network-failure.ts'

const from = (message: string) =>
  new Error('The git host could not be reached.', { cause: new Error(message) })

test.each([
  [
    'TypeError: fetch failed (getaddrinfo ENOTFOUND git.invalid)',
    'the host name git.invalid cannot be resolved',
  ],
  ['getaddrinfo EAI_AGAIN git.invalid', 'the host name git.invalid cannot be resolved'],
  ['TypeError: fetch failed (connect ECONNREFUSED 10.0.0.7:443)', 'nothing listens at 10.0.0.7:443'],
  ['connect ETIMEDOUT 10.0.0.7:443', 'it does not respond in time'],
  ['TypeError: fetch failed (read ECONNRESET)', 'it closed the connection'],
  [
    'TypeError: fetch failed (self-signed certificate)',
    'its certificate is not trusted (self-signed certificate). Set NODE_EXTRA_CA_CERTS to the certificate of its authority',
  ],
])('%s, in plain words', (message, reason) => {
  expect(networkFailure(from(message))).toBe(reason)
})

test('an answer of the server is no failure of the network', () => {
  expect(networkFailure(from('answered 500'))).toBeUndefined()
  expect(reasonOf(from('answered 500'))).toBe('answered 500')
})

test('a name with several addresses gives the reason of the first', () => {
  const refused = new Error('connect ECONNREFUSED ::1:443')
  const cause = new AggregateError([refused, new Error('connect ECONNREFUSED 127.0.0.1:443')], '')
  expect(networkFailure(new TypeError('fetch failed', { cause }))).toBe('nothing listens at ::1:443')
})
