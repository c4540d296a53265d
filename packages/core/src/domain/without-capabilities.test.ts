import { expect, test } from 'vitest'
import { withoutCapabilities } from './without-capabilities.ts'

test.each([
  [
    'see http://localhost:3000/pulls/0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    'see http://localhost:3000/pulls/[redacted]',
  ],
  ['"/pulls/s3cret/after/docs/a.md"', '"/pulls/[redacted]/after/docs/a.md"'],
  ['https://x.example/dashboard/link#s3cret', 'https://x.example/dashboard/link#[redacted]'],
  [
    'https://x.example/site/docs@1/?access=17.s3cret&side=after',
    'https://x.example/site/docs@1/?access=[redacted]&side=after',
  ],
  ['?entry=abc~1.s3cret', '?entry=[redacted]'],
  ['https://s3.example/a?X-Amz-Signature=s3cret&x=1', 'https://s3.example/a?X-Amz-Signature=[redacted]&x=1'],
  ['https://me:s3cret@git.example/a.git', 'https://[redacted]@git.example/a.git'],
  ['/callback?code=s3cret&state=s3cret', '/callback?code=[redacted]&state=[redacted]'],
  ['/api?api_key=s3cret', '/api?api_key=[redacted]'],
  ['/models?KEY=s3cret#x', '/models?KEY=[redacted]#x'],
])('%j', (text, shown) => {
  expect(withoutCapabilities(text)).toBe(shown)
  expect(shown).not.toContain('s3cret')
})

test('leaves the rest as it is', () => {
  const text =
    '{"path":"/site/docs/setup?side=after","email":"a@b.example","code":"not_found","url":"https://git.example/pulls"}'
  expect(withoutCapabilities(text)).toBe(text)
})
