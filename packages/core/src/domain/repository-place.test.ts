import { expect, test } from 'vitest'
import { sameRepository } from './repository-place.ts'

const PAGE = 'https://github.com/acme/docs'

test.each([
  'https://github.com/acme/docs.git',
  'https://github.com/Acme/Docs/',
  'http://github.com/acme/docs',
  'ssh://git@github.com:22/acme/docs.git',
  'git@github.com:acme/docs.git',
])('knows %s as the same repository', (other) => {
  expect(sameRepository(PAGE, other)).toBe(true)
  expect(sameRepository(other, PAGE)).toBe(true)
})

test.each([
  'https://github.com/acme/docs2',
  'https://github.com/acme/group/docs',
  'https://github.com.evil.example/acme/docs',
  'https://github.com:8443/acme/docs',
  'no url',
])('tells %s apart', (other) => {
  expect(sameRepository(PAGE, other)).toBe(false)
})
