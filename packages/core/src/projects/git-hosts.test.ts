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

test('the agent needs a git host, and the error says what to set', async () => {
  await expect(hosts.forProject(elsewhere)).rejects.toThrow(
    'No git host is configured for https://git.example/acme/docs. Set the token of git.example.',
  )
})

test('a local repository, and a git host that the project names, are never read without their host', async () => {
  await expect(hosts.readRemote(makeProject({ repository: 'file:///srv/docs.git' }))).rejects.toThrow(
    'No git host',
  )
  const named = { ...elsewhere, gitHost: 'github' }
  await expect(new GitHosts([new MemoryGitHost()], { advice }).readRemote(named)).rejects.toThrow(
    /names the git host "github", but the configured git hosts are: memory/,
  )
})

test('the credentials of a git host are handed out only where the organization may use them', async () => {
  const host = new MemoryGitHost()
  const project = makeProject({ repository: 'https://git.example/acme/docs', gitHost: host.name })
  const reaching = (reach: 'server' | 'anybody' | 'none') =>
    new GitHosts([host], { advice }, { reach: () => Promise.resolve(reach) })
  expect(await reaching('server').forProject(project)).toBe(host)
  expect(await reaching('server').find(project)).toBe(host)
  for (const reach of ['anybody', 'none'] as const) {
    await expect(reaching(reach).forProject(project)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await reaching(reach).find(project)).toBeUndefined()
  }
  expect(await reaching('anybody').readRemote(project)).toEqual({
    url: 'https://git.example/acme/docs',
    advice: expect.stringContaining('"repositories" of the organization'),
  })
  await expect(reaching('none').readRemote(project)).rejects.toMatchObject({ code: 'forbidden' })
})
