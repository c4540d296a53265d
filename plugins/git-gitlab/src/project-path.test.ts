import { expect, it } from 'vitest'
import { projectPath } from './project-path.ts'

it('reads every way to write a project of the host', () => {
  for (const url of [
    'https://gitlab.com/acme/web/docs.site',
    'https://gitlab.com/acme/web/docs.site.git',
    'https://GitLab.com/acme/web/docs.site/',
    'git@gitlab.com:acme/web/docs.site.git',
    'ssh://git@gitlab.com/acme/web/docs.site.git',
    'ssh://git@gitlab.com:22/acme/web/docs.site',
  ]) {
    expect(projectPath(url, 'https://gitlab.com'), url).toBe('acme/web/docs.site')
  }
  expect(projectPath('https://example.com/gitlab/acme/docs', 'https://example.com/gitlab')).toBe('acme/docs')
})

it('knows no project of another host, and no URL that names none', () => {
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
    expect(projectPath(url, 'https://gitlab.com'), url).toBeUndefined()
  }
  expect(projectPath('https://example.com/gitlabs/acme/docs', 'https://example.com/gitlab')).toBeUndefined()
})
