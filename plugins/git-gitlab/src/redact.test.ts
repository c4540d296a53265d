import { expect, it } from 'vitest'
import { redact } from './redact.ts'

it('takes tokens out of texts, and leaves the rest', () => {
  for (const secret of [
    'glpat-aaaabbbbccccdddd',
    'gldt-aaaabbbbccccdddd',
    'glcbt-64_aaaabbbbccccdddd',
    'whsec_aaaabbbbccccdddd',
    'Bearer aaaabbbbccccddddeeee',
    'oauth2:aaaabbbbccccddddeeee',
    'https://oauth2:aaaabbbbccccdddd@gitlab.com/acme/docs',
  ]) {
    expect(redact(`failed: ${secret}`), secret).not.toContain('aaaabbbb')
  }
  const harmless = 'Token was revoked. You have to re-authorize from the user.'
  expect(redact(harmless)).toBe(harmless)
})
