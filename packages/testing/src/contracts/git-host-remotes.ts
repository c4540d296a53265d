import type { GitRemote } from '@docent/core/plugin'
import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import { BRANCH, draftOf, type GitHostContext } from './git-host-context.ts'
import { withGitRemote } from './git-with-remote.ts'

/** Repositories, remotes and refusals. */
export const remoteCases: readonly ContractCase<GitHostContext>[] = [
  {
    name: 'knows its own repositories by the URL alone, there or not, and no others',
    async run({ host, repository, missing, foreign }) {
      expect(host.matches(repository)).toBe(true)
      expect(host.matches(missing)).toBe(true)
      for (const other of [foreign, '', 'docs', '../docs']) expect(host.matches(other)).toBe(false)
    },
  },
  {
    name: 'hands out remotes that git can fetch from, for reading and for writing, with no credentials in the URL',
    async run({ host, repository, pushBranch }) {
      const commit = await pushBranch(BRANCH, { 'a.md': 'a\n' })
      for (const access of ['read', 'write'] as const) {
        const remote = await host.remote(repository, { access, branch: BRANCH })
        expectCleanUrl(remote)
        const listed = await withGitRemote(remote, async (git) => {
          await git('fetch', '--quiet', '--depth=1', '--', remote.url, `refs/heads/${BRANCH}:refs/heads/here`)
          return git('rev-parse', 'refs/heads/here')
        })
        expect(listed.trim()).toBe(commit)
      }
    },
  },
  {
    name: 'hands out one remote for all, or with the capability `forks` another one for the branches of jobs',
    async run({ host, peer = host, repository }) {
      const upstream = await host.remote(repository, { access: 'read' })
      const [reading, writing, again] = [
        await host.remote(repository, { access: 'read', branch: BRANCH }),
        await host.remote(repository, { access: 'write', branch: BRANCH }),
        await peer.remote(repository, { access: 'write' }),
      ]
      expect([reading.url, again.url]).toEqual([writing.url, writing.url])
      expect(writing.url !== upstream.url).toBe(host.capabilities.forks === true)
    },
  },
  {
    name: 'hands out remotes for writing that git can push to',
    async run({ host, repository }) {
      const remote = await host.remote(repository, { access: 'write', branch: 'docent/pushed' })
      await withGitRemote(remote, async (git) => {
        await git('fetch', '--quiet', '--', remote.url, 'refs/heads/main:refs/heads/main')
        await git('push', '--quiet', '--', remote.url, 'refs/heads/main:refs/heads/docent/pushed')
        const pushed = await git('ls-remote', '--', remote.url, 'refs/heads/docent/pushed')
        expect(pushed.slice(0, 40)).toBe((await git('rev-parse', 'refs/heads/main')).trim())
      })
    },
  },
  {
    name: 'hands out remotes for reading that git cannot push with, where the host tells them apart',
    async run({ host, repository, enforcesAccess }) {
      if (!enforcesAccess) return
      const remote = await host.remote(repository, { access: 'read' })
      await withGitRemote(remote, async (git) => {
        await git('fetch', '--quiet', '--', remote.url, 'refs/heads/main:refs/heads/main')
        const push = git('push', '--quiet', '--', remote.url, 'refs/heads/main:refs/heads/docent/pushed')
        await expect(push).rejects.toThrow()
      })
    },
  },
  {
    name: 'names the default branch',
    async run({ host, repository }) {
      expect(await host.defaultBranch(repository)).toBe('main')
    },
  },
  {
    name: 'calls a missing repository misconfigured, and shows no credential',
    async run({ host, repository, missing }) {
      const secret = (await host.remote(repository, { access: 'write' })).credentials?.password
      for (const call of [
        () => host.defaultBranch(missing),
        () => host.findPullRequests(missing, BRANCH),
        () => host.pullRequest(missing, 1),
        () => host.openPullRequest(missing, draftOf()),
        () => host.updatePullRequest(missing, 1, { title: 'x' }),
      ]) {
        const error = await call().then(
          () => undefined,
          (reason: unknown) => reason,
        )
        expect(error).toMatchObject({ code: 'git_host_misconfigured', isRetryable: false })
        if (secret) expect(String(error) + JSON.stringify(error)).not.toContain(secret)
      }
    },
  },
  {
    name: 'calls an unknown repository of another host misconfigured',
    async run({ host, foreign }) {
      await expect(host.defaultBranch(foreign)).rejects.toMatchObject({ code: 'git_host_misconfigured' })
      await expect(host.remote(foreign, { access: 'read' })).rejects.toMatchObject({
        code: 'git_host_misconfigured',
      })
    },
  },
  {
    name: 'rejects with the reason of an aborted signal, and opens nothing',
    async run({ host, repository, pushBranch }) {
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const reason = new Error('stopped')
      const options = { signal: AbortSignal.abort(reason) }
      await expect(host.remote(repository, { ...options, access: 'read' })).rejects.toBe(reason)
      await expect(host.defaultBranch(repository, options)).rejects.toBe(reason)
      await expect(host.findPullRequests(repository, BRANCH, options)).rejects.toBe(reason)
      await expect(host.pullRequest(repository, 1, options)).rejects.toBe(reason)
      await expect(host.openPullRequest(repository, draftOf(), options)).rejects.toBe(reason)
      expect(await host.findPullRequests(repository, BRANCH)).toEqual([])
      const { number, title } = await host.openPullRequest(repository, draftOf())
      await expect(host.updatePullRequest(repository, number, { title: 'x' }, options)).rejects.toBe(reason)
      expect((await host.pullRequest(repository, number))?.title).toBe(title)
      if (host.diff) await expect(host.diff(repository, number, options)).rejects.toBe(reason)
      if (host.comment && host.hasComment) {
        await expect(host.comment(repository, number, { body: 'mark' }, options)).rejects.toBe(reason)
        await expect(host.hasComment(repository, number, { text: 'mark' }, options)).rejects.toBe(reason)
        expect(await host.hasComment(repository, number, { text: 'mark' })).toBe(false)
      }
    },
  },
]

function expectCleanUrl({ url, expiresAt }: GitRemote): void {
  const { protocol, username, password } = new URL(url)
  expect(['https:', 'http:', 'file:']).toContain(protocol)
  expect([username, password]).toEqual(['', ''])
  if (expiresAt !== undefined) expect(expiresAt).toBeGreaterThan(0)
}
