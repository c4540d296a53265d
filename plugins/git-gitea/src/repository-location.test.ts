import { expect, it } from 'vitest'
import { locateRepository } from './repository-location.ts'

it('reads every way to write a repository of the server', () => {
  for (const url of [
    'https://codeberg.org/acme/docs.site',
    'https://codeberg.org/acme/docs.site.git',
    'https://Codeberg.org/acme/docs.site/',
    'git@codeberg.org:acme/docs.site.git',
    'ssh://git@codeberg.org:2222/acme/docs.site',
  ]) {
    expect(locateRepository(url, 'https://codeberg.org'), url).toEqual({ owner: 'acme', name: 'docs.site' })
  }
  expect(locateRepository('https://example.com/git/acme/docs', 'https://example.com/git')).toEqual({
    owner: 'acme',
    name: 'docs',
  })
})

it('knows no repository of another server, and no URL that names none', () => {
  for (const url of [
    'https://gitea.com/acme/docs',
    'https://codeberg.org.evil.example/acme/docs',
    'https://codeberg.org/acme',
    'https://codeberg.org/acme/docs/src/branch/main',
    'https://codeberg.org/acme/..',
    'file:///srv/acme/docs',
    'acme/docs',
    '',
  ]) {
    expect(locateRepository(url, 'https://codeberg.org'), url).toBeUndefined()
  }
})
