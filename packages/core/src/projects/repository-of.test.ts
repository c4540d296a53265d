import { expect, test } from 'vitest'
import { ProjectConfig, toProject } from './project-config.ts'
import { repositoryOf } from './repository-of.ts'

test('a project that is read from a website says which setting lets the agent work', () => {
  const source = { url: 'https://docs.acme.com' }
  const crawled = toProject(ProjectConfig.parse({ id: 'docs', source }), 'config', 0)
  expect(() => repositoryOf(crawled)).toThrow(/Project docs has no repository.*set "repository"/)
  expect(repositoryOf({ ...crawled, repository: 'https://git.example/docs' })).toBe(
    'https://git.example/docs',
  )
})
