import { expect, test } from 'vitest'
import { explainOutage } from './explain-outage.ts'
import { wrongSetUp } from './map-error.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), { code: 'ECONNREFUSED' })

test.each([
  [refused, /^refuses connections\. Start it/],
  [new AggregateError([refused], ''), /^refuses connections/],
  [Object.assign(new Error('All nodes failed'), { lastNodeError: refused }), /^refuses connections/],
  [Object.assign(new Error('getaddrinfo ENOTFOUND redis'), { code: 'ENOTFOUND' }), /^cannot be found\..*DNS/],
  [Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), /^closed the connection/],
  [new Error('LOADING Redis is loading the dataset in memory'), /^is loading its data/],
  [new Error("OOM command not allowed when used memory > 'maxmemory'."), /^has no memory left/],
  [new Error("READONLY You can't write against a read only replica."), /^is a replica/],
  [new Error('No answer within 50 ms.'), /^does not respond/],
])('%s: the reason and the fix', (error, sentence) => {
  expect(explainOutage(error)).toMatch(sentence)
})

test('a Redis that wants a password says so in one sentence', () => {
  const reply =
    'NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO AUTH <user>'
  expect(wrongSetUp(new Error(reply), '127.0.0.1:6379')?.message).toMatch(
    /^Redis at 127\.0\.0\.1:6379 refuses the limiter: it requires a password\. Correct the user/,
  )
})
