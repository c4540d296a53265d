import { expect, it } from 'vitest'
import { locateRepository, webOrigin } from './repository-location.ts'

it('finds the web host of an API', () => {
  expect(webOrigin('https://api.github.com')).toBe('https://github.com')
  expect(webOrigin('https://api.acme.ghe.com')).toBe('https://acme.ghe.com')
  expect(webOrigin('https://ghe.acme.com:8443/api/v3')).toBe('https://ghe.acme.com:8443')
})

it('reads every way to write a repository of the host', () => {
  const acme = { owner: 'acme', name: 'docs.site' }
  for (const url of [
    'https://github.com/acme/docs.site',
    'https://github.com/acme/docs.site.git',
    'https://GitHub.com/acme/docs.site/',
    'git@github.com:acme/docs.site.git',
    'ssh://git@github.com/acme/docs.site.git',
    'ssh://git@github.com:22/acme/docs.site',
  ]) {
    expect(locateRepository(url, 'https://github.com'), url).toEqual(acme)
  }
})

it('knows no repository of another host, and no URL that names none', () => {
  for (const url of [
    'https://gitlab.com/acme/docs',
    'https://github.com.evil.example/acme/docs',
    'https://github.com/acme',
    'https://github.com/acme/docs/tree/main',
    'https://github.com/acme/..',
    'file:///srv/acme/docs',
    'git@gitlab.com:acme/docs.git',
    'acme/docs',
  ]) {
    expect(locateRepository(url, 'https://github.com'), url).toBeUndefined()
  }
})
