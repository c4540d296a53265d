import { expect, it } from 'vitest'
import { redactor } from './redactor.ts'

it('takes what looks like a credential out of a text, and leaves the rest', () => {
  for (const secret of [
    'glpat-aaaabbbbccccdddd',
    'gldt-aaaabbbbccccdddd',
    'glcbt-64_aaaabbbbccccdddd',
    'whsec_aaaabbbbccccdddd',
    'Bearer aaaabbbbccccddddeeee',
    'oauth2:aaaabbbbccccddddeeee',
    'https://oauth2:aaaabbbbccccdddd@gitlab.com/acme/docs',
  ]) {
    expect(redactor()(`failed: ${secret}`), secret).not.toContain('aaaabbbb')
  }
  const harmless = 'Token was revoked. You have to re-authorize from the user.'
  expect(redactor()(harmless)).toBe(harmless)
})

it('takes every kind of credential of GitHub out of a text', () => {
  const texts = [
    'ghp_abcdef123456',
    'github_pat_11ABC_secret',
    'Authorization: Bearer abcdef123456',
    'https://x-access-token:abcdef123456@github.com/acme/docs',
    'eyJhbGciOi.eyJpc3MiOi.c2lnbmF0dXJl',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEabcdef123456\n-----END RSA PRIVATE KEY-----',
  ]
  for (const text of texts) {
    expect(redactor()(text)).toContain('[redacted')
    expect(redactor()(text)).not.toMatch(/abcdef123456|secret|c2lnbmF0/)
  }
})

it('takes a known secret out whatever it looks like, in every spelling that a request has', () => {
  const secret = 'pass word+/"ü'
  const redact = redactor({ secrets: [secret, undefined, 'abc'] })
  const spellings = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify({ secret }),
    ...['', 'x:', 'xy:', 'git:', 'oauth2:'].map((user) => Buffer.from(`${user}${secret}`).toString('base64')),
  ]
  for (const spelling of spellings) expect(redact(`a ${spelling} b`), spelling).toContain('[redacted]')
  // Too short to be a secret: it would take words apart.
  expect(redact('abc')).toBe('abc')
})
