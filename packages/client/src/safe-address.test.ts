import { expect, test } from 'vitest'
import { safeAddress } from './safe-address.ts'

test.each([
  'https://docs.example/a?b=c#d',
  'http://localhost:3000/',
  'HTTPS://docs.example',
  'mailto:a@docs.example',
  '/guides/a',
  'a/b.html',
  '../a?x=javascript:1',
  '#javascript:x',
  '//docs.example/a',
  '',
])('takes %j', (address) => {
  expect(safeAddress(address)).toBe(address)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\u200bscript:alert(1)',
  'javascript\u00a0:alert(1)',
  'javascript&colon;alert(1):',
  '&#106;avascript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>x()</script>',
  'data:image/svg+xml,<svg onload=x()>',
  'blob:https://docs.example/1',
  'file:///etc/passwd',
  'filesystem:x',
  'view-source:x',
  'about:blank',
  'ms-settings:x',
  undefined,
  null,
  42,
  { toString: () => 'javascript:x' },
])('refuses %j', (address) => {
  expect(safeAddress(address)).toBeUndefined()
})
