import { expect, test } from 'vitest'
import { failureReason } from './failure-reason.ts'

test.each([
  [
    "fatal: unable to access 'https://x.invalid/a/': Could not resolve host: x.invalid",
    'the host name cannot be resolved',
  ],
  [
    "fatal: unable to access 'http://127.0.0.1:1/': Failed to connect to 127.0.0.1 port 1: Connection refused",
    'the connection was refused',
  ],
  [
    "fatal: unable to access 'https://x/': server certificate verification failed. CAfile: none CRLfile: none",
    'its TLS certificate is not trusted',
  ],
  [
    "fatal: unable to access 'https://x/': gnutls_handshake() failed: An unexpected TLS packet was received.",
    'the TLS handshake failed',
  ],
  ['fatal: unable to access: The requested URL returned error: 429', 'the host limits the rate of requests'],
  ['fatal: unable to access: The requested URL returned error: 503', 'the host reports an internal error'],
  ['fatal: something else', ''],
])('reads the reason of %j', (stderr, reason) => {
  expect(failureReason(stderr)).toBe(reason)
})
