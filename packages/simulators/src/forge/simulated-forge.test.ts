import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { GIT_ENVIRONMENT } from '@docent/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { simulateGitea } from '../gitea/simulate-gitea.ts'
import { simulateGitlab } from '../gitlab/simulate-gitlab.ts'
import type { SimulatedForge } from './simulated-forge.ts'

const run = promisify(execFile)

describe.each([
  {
    name: 'GitLab',
    simulate: simulateGitlab,
    apiOf: (path: string) => `/api/v4/projects/${encodeURIComponent(path)}`,
    protectedWords: /GitLab: You are not allowed to push code to protected branches on this project\./,
    pulls: 'merge_requests',
    opening: { source_branch: 'docs/new', target_branch: 'main', title: 'New' },
  },
  {
    name: 'Gitea',
    simulate: simulateGitea,
    apiOf: (path: string) => `/api/v1/repos/${path}`,
    protectedWords: /Gitea: Not allowed to push to protected branch main/,
    pulls: 'pulls',
    opening: { head: 'docs/new', base: 'main', title: 'New' },
  },
])('the simulated $name', ({ simulate, apiOf, protectedWords, pulls, opening }) => {
  let forge: SimulatedForge
  let token: string
  let folder: string

  beforeEach(async () => {
    forge = await simulate({
      repositories: [
        { path: 'acme/docs', files: { 'guide.md': 'one\n' }, protectedBranches: ['main'] },
        { path: 'acme/secret', private: true, members: { 'docent-bot': 'reader' } },
      ],
    })
    token = forge.createToken()
    folder = await mkdtemp(join(tmpdir(), 'clone-'))
  })

  afterEach(async () => {
    await forge.close()
    await rm(folder, { recursive: true, force: true })
  })

  const git = (secret: string | undefined, ...args: string[]) => {
    const basic = Buffer.from(`oauth2:${secret}`).toString('base64')
    const header = secret === undefined ? [] : ['-c', `http.extraHeader=Authorization: Basic ${basic}`]
    return run('git', ['-C', folder, ...header, ...args], { env: GIT_ENVIRONMENT, timeout: 120_000 })
  }
  const clone = (path = 'acme/docs') => git(token, 'clone', '--quiet', `${forge.url(path)}.git`, '.')
  const send = (path: string, init: { method?: string; body?: unknown; token?: string } = {}) =>
    fetch(`${forge.origin}${path}`, {
      method: init.method ?? 'GET',
      headers: {
        authorization: `Bearer ${init.token ?? token}`,
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
    })
  const open = (body: object = opening) => send(`${apiOf('acme/docs')}/${pulls}`, { method: 'POST', body })

  it('takes a pushed branch, and refuses a protected one in the words of the vendor', async () => {
    await clone()
    await writeFile(join(folder, 'guide.md'), 'pushed\n')
    await git(token, 'commit', '-qam', 'docs: push')
    await git(token, 'push', '--quiet', 'origin', 'HEAD:docs/new')
    expect(await forge.git('acme/docs').readFile('docs/new', 'guide.md')).toBe('pushed\n')
    await expect(git(token, 'push', 'origin', 'HEAD:main')).rejects.toThrow(protectedWords)
    expect(await forge.git('acme/docs').readFile('main', 'guide.md')).toBe('one\n')
  })

  it('lets nobody push with a token for reading, without a role, or without a token', async () => {
    await clone('acme/secret')
    const push = (secret: string | undefined, path: string) =>
      git(secret, 'push', `${forge.url(path)}.git`, 'HEAD:refs/heads/other')
    await expect(push(token, 'acme/secret')).rejects.toThrow(/403/)
    await expect(push(forge.createToken({ access: 'read' }), 'acme/docs')).rejects.toThrow(/403/)
    await expect(push(undefined, 'acme/docs')).rejects.toThrow(/could not read Username/)
    const stranger = forge.createToken({ login: 'stranger' })
    await expect(git(stranger, 'ls-remote', `${forge.url('acme/secret')}.git`)).rejects.toThrow(/not found/)
    forge.revokeToken(token)
    await expect(git(token, 'ls-remote', `${forge.url('acme/docs')}.git`)).rejects.toThrow(
      /Authentication failed|could not read Username/,
    )
  })

  it('follows branches: a new commit moves the head, a deleted one closes the pull request', async () => {
    const bare = forge.git('acme/docs')
    await bare.commit('docs/new', { 'a.md': 'a\n' }, { from: 'main' })
    expect((await open()).status).toBe(201)
    expect((await open()).status).toBe(409)
    const commit = await bare.commit('docs/new', { 'b.md': 'b\n' })
    expect((await forge.pull('acme/docs', 1)).head.sha).toBe(commit)
    await bare.deleteBranch('docs/new')
    expect((await forge.pull('acme/docs', 1)).state).toBe('closed')
  })

  it('calls unknown fields and unknown operations violations', async () => {
    await forge.git('acme/docs').commit('docs/new', { 'a.md': 'a\n' }, { from: 'main' })
    expect((await open({ ...opening, colour: 'red' })).status).toBe(500)
    expect((await send(`${apiOf('acme/docs')}/elsewhere`)).status).toBe(500)
    expect(forge.violations).toHaveLength(2)
    expect(() => forge.assertNoViolations()).toThrow(/colour/)
  })

  it('fails as planted, and can lose the reply of what was done', async () => {
    await forge.git('acme/docs').commit('docs/new', { 'a.md': 'a\n' }, { from: 'main' })
    forge.fail('*', { status: 503, message: 'later' })
    expect((await open()).status).toBe(503)
    forge.fail('*', { disconnect: true, afterEffect: true })
    await expect(open()).rejects.toThrow()
    expect(forge.repository('acme/docs').pulls).toHaveLength(1)
    await clone()
    forge.fail('git-receive-pack', { afterEffect: true, disconnect: true })
    await expect(git(token, 'push', 'origin', 'HEAD:kept')).rejects.toThrow()
    expect([...(await forge.git('acme/docs').branches()).keys()]).toContain('kept')
    forge.fail('git-upload-pack/refs', { status: 503 })
    await expect(git(token, 'fetch', 'origin')).rejects.toThrow(/503/)
    forge.assertNoViolations()
  })
})
