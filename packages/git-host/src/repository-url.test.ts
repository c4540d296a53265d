import { expect, it } from 'vitest'
import { repositoryPath } from './repository-url.ts'

const path = (url: string, webUrl: string) => repositoryPath(url, { webUrl })
const groups = { least: 2, most: Number.POSITIVE_INFINITY }

it('reads every way to write a repository of the host', () => {
  for (const host of ['codeberg.org', 'github.com']) {
    for (const url of [
      `https://${host}/acme/docs.site`,
      `https://${host}/acme/docs.site.git`,
      `https://${host.replace(/^./, (first) => first.toUpperCase())}/acme/docs.site/`,
      `git@${host}:acme/docs.site.git`,
      `ssh://git@${host}/acme/docs.site`,
      `ssh://git@${host}:22/acme/docs.site`,
      `ssh://git@${host}:2222/acme/docs.site`,
    ]) {
      expect(path(url, `https://${host}`), url).toBe('acme/docs.site')
    }
  }
  expect(path('https://example.com/git/acme/docs', 'https://example.com/git')).toBe('acme/docs')
})

it('knows no repository of another host, and no URL that names none', () => {
  for (const url of [
    'https://gitlab.com/acme/docs',
    'https://github.com.evil.example/acme/docs',
    'https://github.com/acme',
    'https://github.com/acme/docs/tree/main',
    'https://github.com/acme/docs/src/branch/main',
    'https://github.com/acme/..',
    'file:///srv/acme/docs',
    'git@gitlab.com:acme/docs.git',
    'acme/docs',
    '',
  ]) {
    expect(path(url, 'https://github.com'), url).toBeUndefined()
  }
})

it('reads groups in groups where the host has them', () => {
  const project = (url: string, webUrl: string) => repositoryPath(url, { webUrl, names: groups })
  for (const url of [
    'https://gitlab.com/acme/web/docs.site',
    'https://gitlab.com/acme/web/docs.site.git',
    'https://GitLab.com/acme/web/docs.site/',
    'git@gitlab.com:acme/web/docs.site.git',
    'ssh://git@gitlab.com/acme/web/docs.site.git',
    'ssh://git@gitlab.com:22/acme/web/docs.site',
  ]) {
    expect(project(url, 'https://gitlab.com'), url).toBe('acme/web/docs.site')
  }
  expect(project('https://example.com/gitlab/acme/docs', 'https://example.com/gitlab')).toBe('acme/docs')
  for (const url of [
    'https://github.com/acme/docs',
    'https://gitlab.com.evil.example/acme/docs',
    'https://gitlab.com/acme',
    'https://gitlab.com/acme/docs/-/tree/main',
    'https://gitlab.com/acme/..',
    'https://gitlab.com/acme//docs',
    'https://gitlab.com/acme/a%2Fb',
    'file:///srv/acme/docs',
    'git@github.com:acme/docs.git',
    'acme/docs',
    '',
  ]) {
    expect(project(url, 'https://gitlab.com'), url).toBeUndefined()
  }
  expect(project('https://example.com/gitlabs/acme/docs', 'https://example.com/gitlab')).toBeUndefined()
})
