import { describe, expect, it } from 'vitest'
import { ProjectConfig, toProject } from './project-config.ts'

const base = { id: 'docs', repository: 'https://github.com/acme/docs' }

describe('the config of a project', () => {
  it('is complete by its id and repository', () => {
    expect(toProject(ProjectConfig.parse(base), 'config', 7)).toEqual({
      id: 'docs',
      organizationId: 'default',
      domain: 'docs',
      name: 'docs',
      repository: 'https://github.com/acme/docs',
      docsPath: '',
      models: {},
      assistant: { finishThreadId: 'auto', threadKeys: 'optional', suggestions: false },
      origin: 'config',
      disabled: false,
      createdAt: 7,
    })
  })

  it.each([
    ['./docs/', 'docs'],
    ['/docs', 'docs'],
    ['.', ''],
    ['a/b/', 'a/b'],
  ])('reads docsPath %s as %s', (given, docsPath) => {
    expect(ProjectConfig.parse({ ...base, docsPath: given }).docsPath).toBe(docsPath)
  })

  it('takes the slash off the site’s address', () => {
    expect(ProjectConfig.parse({ ...base, siteUrl: 'https://docs.acme.com/' }).siteUrl).toBe(
      'https://docs.acme.com',
    )
  })

  it.each([
    ['id', { id: 'a b' }],
    ['id', { id: '' }],
    ['domain', { domain: 'Docs' }],
    ['domain', { domain: '-docs' }],
    ['domain', { domain: 'a'.repeat(64) }],
    ['repository', { repository: 'acme/docs' }],
    ['repository', { repository: 'https://user:secret@github.com/acme/docs' }],
    ['repository', { repository: 'https://token@github.com/acme/docs' }],
    ['repository', { repository: 'javascript:alert(1)' }],
    ['docsPath', { docsPath: '../other' }],
    ['branch', { branch: 'a..b' }],
    ['siteUrl', { siteUrl: 'ftp://docs.acme.com' }],
    ['siteUrl', { siteUrl: 'none', repository: undefined, source: { url: 'https://docs.acme.com' } }],
    ['models', { models: { agent: 'gpt' } }],
    ['assistant', { assistant: { threadKeys: 'always' } }],
  ])('refuses a wrong %s: %j', (field, wrong) => {
    const result = ProjectConfig.safeParse({ ...base, ...wrong })
    expect(result.success).toBe(false)
    expect(result.error?.issues[0]?.path[0]).toBe(field)
  })

  it('keeps how pull requests of the agent look, and nothing where nothing is said', () => {
    const agent = { labels: ['docs'], reviewers: ['@asker'], signOff: true, titlePrefix: 'docs: ' }
    const project = toProject(ProjectConfig.parse({ ...base, agent }), 'config', 7)
    expect(project.agent).toEqual({ comments: { enabled: false, mention: '@docent' }, ...agent })
    expect(toProject(ProjectConfig.parse(base), 'config', 7)).not.toHaveProperty('agent')
    expect(ProjectConfig.safeParse({ ...base, agent: { titlePrefix: 'a\nb' } }).success).toBe(false)
  })

  it('keeps context repositories, of which each has a name of its own', () => {
    const sdk = { name: 'sdk', repository: 'https://github.com/acme/sdk', folder: './src/' }
    const parsed = (contexts: object[]) => ProjectConfig.safeParse({ ...base, agent: { contexts } })
    const project = toProject(ProjectConfig.parse({ ...base, agent: { contexts: [sdk] } }), 'config', 7)
    expect(project.agent?.contexts).toEqual([{ ...sdk, folder: 'src' }])
    expect(
      toProject(ProjectConfig.parse({ ...base, agent: { contexts: [] } }), 'config', 7),
    ).not.toHaveProperty('agent')
    expect(parsed([sdk, sdk]).error?.issues[0]?.message).toBe(
      'must have a different name for each repository',
    )
    expect(parsed([{ ...sdk, repository: 'https://me:secret@github.com/acme/sdk' }]).success).toBe(false)
    expect(parsed([{ ...sdk, folder: '../other' }]).success).toBe(false)
    expect(parsed(Array.from({ length: 6 }, (_, n) => ({ ...sdk, name: `sdk-${n}` }))).success).toBe(false)
  })

  it('reads the documentation from a website, with a repository or without one', () => {
    const source = { url: 'https://docs.acme.com/handbook/', exclude: ['/handbook/blog/**'] }
    const alone = toProject(ProjectConfig.parse({ id: 'docs', source }), 'config', 7)
    expect(alone).not.toHaveProperty('repository')
    expect(alone).toMatchObject({
      source: {
        plugin: 'sitemap',
        url: 'https://docs.acme.com/handbook',
        exclude: ['/handbook/blog/**'],
      },
      siteUrl: 'https://docs.acme.com',
    })
    const both = { ...base, source, siteUrl: 'https://public.acme.com' }
    expect(toProject(ProjectConfig.parse(both), 'config', 7)).toMatchObject({
      repository: base.repository,
      siteUrl: 'https://public.acme.com',
    })
  })

  it.each([
    ['repository', { id: 'docs' }],
    ['source', { id: 'docs', source: { url: 'docs.acme.com' } }],
    ['source', { id: 'docs', source: { url: 'https://user:secret@docs.acme.com' } }],
    ['source', { id: 'docs', source: { url: 'https://docs.acme.com?page=1' } }],
    ['source', { id: 'docs', source: { url: 'https://docs.acme.com', include: ['docs/**'] } }],
    ['siteUrl', { id: 'docs', source: { url: 'https://a.com' }, siteUrl: 'https://a.com/docs' }],
  ])('names %s for %j', (field, wrong) => {
    const result = ProjectConfig.safeParse(wrong)
    expect(result.error?.issues.map(({ path }) => path[0])).toEqual([field])
  })

  it('refuses options it does not know', () => {
    expect(ProjectConfig.safeParse({ ...base, repo: 'x' }).success).toBe(false)
  })
})
