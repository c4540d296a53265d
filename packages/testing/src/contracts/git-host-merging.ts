import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import { BRANCH, draftOf, type GitHostContext } from './git-host-context.ts'

const OUTSIDE = '../../../../../../../../../../etc/passwd'
const MAX_BYTES = 1_000

/** Merging a pull request, and reading a file, of hosts that can. */
export const mergingCases: readonly ContractCase<GitHostContext>[] = [
  {
    name: 'merges the head that was seen, and nothing when the branch has moved on',
    async run({ host, repository, pushBranch }) {
      if (!host.merge) return
      const seen = await pushBranch(BRANCH, { 'a.md': '1\n' })
      const { number } = await host.openPullRequest(repository, draftOf())
      const head = await pushBranch(BRANCH, { 'a.md': '2\n' })
      await expect(host.merge(repository, number, { head: seen })).rejects.toMatchObject({ code: 'conflict' })
      expect(await host.pullRequest(repository, number)).toMatchObject({ state: 'open' })
      expect(await host.merge(repository, number, { head })).toMatchObject({ number, state: 'merged' })
      expect(await host.pullRequest(repository, number)).toMatchObject({ state: 'merged' })
      await expect(host.merge(repository, number, { head })).rejects.toMatchObject({ code: 'conflict' })
    },
  },
  {
    name: 'merges no pull request that is closed, that conflicts, or that is not there',
    async run({ host, repository, pushBranch, closePull }) {
      if (!host.merge) return
      await pushBranch(BRANCH, { 'a.md': 'ours\n' })
      const closed = await host.openPullRequest(repository, draftOf())
      await closePull(closed.number)
      await expect(host.merge(repository, closed.number)).rejects.toMatchObject({ code: 'conflict' })
      const { number } = await host.openPullRequest(repository, draftOf())
      await pushBranch('main', { 'a.md': 'theirs\n' })
      await expect(host.merge(repository, number)).rejects.toMatchObject({ code: 'push_conflict' })
      expect(await host.pullRequest(repository, number)).toMatchObject({ state: 'open' })
      await expect(host.merge(repository, 9_999)).rejects.toMatchObject({ code: 'not_found' })
    },
  },
  {
    name: 'reads a file of the commit that is named, and undefined for what is larger or not there',
    async run({ host, repository, pushBranch }) {
      if (!host.readFile) return
      const first = await pushBranch(BRANCH, { 'docs/a.md': 'one\n' })
      const second = await pushBranch(BRANCH, { 'docs/a.md': 'two ümlaut\n' })
      const read = async (commit: string, path: string, maxBytes = MAX_BYTES) =>
        asText(await host.readFile?.(repository, { commit, path, maxBytes }))
      expect(await read(first, 'docs/a.md')).toBe('one\n')
      expect(await read(second, 'docs/a.md')).toBe('two ümlaut\n')
      expect(await read(first, 'docs/a.md', 4)).toBe('one\n')
      expect(await read(first, 'docs/a.md', 3)).toBeUndefined()
      expect(await read(first, 'docs')).toBeUndefined()
      expect(await read(first, 'docs/b.md')).toBeUndefined()
    },
  },
  {
    name: 'follows no link of the repository when it reads a file',
    async run({ host, repository, pushLink }) {
      if (!host.readFile) return
      if (!pushLink) throw new Error('The context of a host with readFile has to push links.')
      for (const target of ['README.md', OUTSIDE]) {
        const commit = await pushLink(BRANCH, 'link.md', target)
        const file = { commit, path: 'link.md', maxBytes: 1_000_000 }
        // The blob of a link is its target's name.
        expect([undefined, target]).toContain(asText(await host.readFile(repository, file)))
      }
    },
  },
]

function asText(content: Uint8Array | undefined): string | undefined {
  return content && Buffer.from(content).toString()
}
