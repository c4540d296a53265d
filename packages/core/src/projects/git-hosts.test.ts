import { MemoryGitHost, makeProject } from '@docent/testing'
import { expect, test } from 'vitest'
import { GitHosts } from './git-hosts.ts'

const advice = { gitHost: (repository: string) => `Set the token of ${new URL(repository).host}.` }
const hosts = new GitHosts([], { advice })
const elsewhere = makeProject({ repository: 'https://git.example/acme/docs' })

test('a repository that no git host keeps is read without credentials, and says what to set if that fails', async () => {
  expect(await hosts.readRemote(elsewhere)).toEqual({
    url: 'https://git.example/acme/docs',
    advice: 'Set the token of git.example.',
  })
})

test('the agent needs a git host, and the error says what to set', () => {
  expect(() => hosts.forProject(elsewhere)).toThrow(
    'No git host is configured for https://git.example/acme/docs. Set the token of git.example.',
  )
})

test('a local repository, and a git host that the project names, are never read without their host', () => {
  expect(() => hosts.readRemote(makeProject({ repository: 'file:///srv/docs.git' }))).toThrow('No git host')
  const named = { ...elsewhere, gitHost: 'github' }
  expect(() => new GitHosts([new MemoryGitHost()], { advice }).readRemote(named)).toThrow(
    /names the git host "github", but the configured git hosts are: memory/,
  )
})
