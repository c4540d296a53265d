import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import { BRANCH, draftOf, type GitHostContext, given } from './git-host-context.ts'

/** Names that are legal in git and mean something else in a URL, a query or a pattern. */
const NAMES = [
  'docent/50%25-off',
  'docent/a%2Fb',
  'docent/größe-文档',
  'docent/a+b&c=d',
  'docent/v1#2',
  'docent/a.b',
]
/** What an adapter that encodes, decodes or matches loosely would take for one of them. */
const ALIKE = [
  'docent/50%-off',
  'docent/50%2525-off',
  'docent/a/b',
  'docent/a b&c=d',
  'docent/v1',
  'docent/a-b',
]

/** Which pull request belongs to which branch: forks, bases, names, and lists that are longer than a page. */
export const branchCases: readonly ContractCase<GitHostContext>[] = [
  {
    name: 'keeps pull requests of forks apart from its own, whose branches may bear the same name',
    async run({ host, peer = host, repository, pushBranch, openForkPull }) {
      const open = given(openForkPull)
      if (!open) return
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const foreign = await open(BRANCH, 'main')
      expect(await host.findPullRequests(repository, BRANCH)).toEqual([])
      const own = await host.openPullRequest(repository, draftOf())
      expect(own.number).not.toBe(foreign)
      const newer = await open(BRANCH, 'main')
      expect((await peer.openPullRequest(repository, draftOf())).number).toBe(own.number)
      expect((await host.findPullRequests(repository, BRANCH)).map(({ number }) => number)).toEqual([
        own.number,
      ])
      expect(new Set([foreign, own.number, newer]).size).toBe(3)
    },
  },
  {
    name: 'opens another one for another base, and answers for each base its own',
    async run({ host, peer = host, repository, pushBranch }) {
      await pushBranch('release', { 'r.md': 'r\n' })
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const main = await host.openPullRequest(repository, draftOf())
      const release = await host.openPullRequest(repository, draftOf({ base: 'release' }))
      expect(release.number).not.toBe(main.number)
      expect([main.base, release.base]).toEqual(['main', 'release'])
      for (const each of [main, release]) {
        const again = await peer.openPullRequest(repository, draftOf({ base: each.base }))
        expect([again.number, again.base]).toEqual([each.number, each.base])
      }
      const found = await host.findPullRequests(repository, BRANCH)
      expect(found.map(({ number }) => number)).toEqual([release.number, main.number])
    },
  },
  {
    name: 'opens a new one after one of that branch and base was closed or merged',
    async run({ host, repository, pushBranch, closePull, mergePull }) {
      await pushBranch(BRANCH, { 'a.md': '1\n' })
      const closed = await host.openPullRequest(repository, draftOf())
      await closePull(closed.number)
      const merged = await host.openPullRequest(repository, draftOf())
      await mergePull(merged.number)
      await pushBranch(BRANCH, { 'a.md': '2\n' })
      const open = await host.openPullRequest(repository, draftOf())
      expect(open.state).toBe('open')
      expect(new Set([closed.number, merged.number, open.number]).size).toBe(3)
      expect((await host.pullRequest(repository, closed.number))?.state).toBe('closed')
      expect((await host.pullRequest(repository, merged.number))?.state).toBe('merged')
    },
  },
  {
    name: 'takes branch names as they are: slashes, percent signs, other scripts, characters of URLs',
    async run({ host, repository, pushBranch }) {
      for (const [index, branch] of NAMES.entries()) await pushBranch(branch, { [`${index}.md`]: 'x\n' })
      for (const branch of NAMES) {
        const opened = await host.openPullRequest(repository, draftOf({ branch }))
        expect(opened.branch).toBe(branch)
        expect((await host.pullRequest(repository, opened.number))?.branch).toBe(branch)
        expect(await host.findPullRequests(repository, branch)).toEqual([opened])
      }
      for (const branch of ALIKE) expect(await host.findPullRequests(repository, branch)).toEqual([])
    },
  },
  {
    name: 'finds a pull request of a branch beyond the first page of the list',
    async run({ host, peer = host, repository, pushBranch, pageSize }) {
      const size = given(pageSize)
      if (size === undefined) return
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const first = await host.openPullRequest(repository, draftOf())
      for (let index = 0; index < 2 * size; index += 1) {
        const branch = `other-${index}`
        await pushBranch(branch, { [`${branch}.md`]: 'x\n' })
        await host.openPullRequest(repository, draftOf({ branch }))
      }
      expect(await peer.findPullRequests(repository, BRANCH)).toEqual([first])
      expect((await peer.openPullRequest(repository, draftOf())).number).toBe(first.number)
    },
  },
  {
    name: 'finds all pull requests of a branch that has more than a page of them',
    async run({ host, peer = host, repository, pushBranch, closePull, pageSize }) {
      const size = given(pageSize)
      if (size === undefined) return
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const numbers: number[] = []
      for (let index = 0; index <= 2 * size; index += 1) {
        const { number } = await host.openPullRequest(repository, draftOf())
        numbers.unshift(number)
        if (index < 2 * size) await closePull(number)
      }
      const found = await peer.findPullRequests(repository, BRANCH)
      expect(found.map(({ number }) => number)).toEqual(numbers)
      expect(found.map(({ state }) => state)).toEqual(['open', ...Array(2 * size).fill('closed')])
    },
  },
  {
    name: 'compares every file, however many there are',
    async run({ host, repository, pushBranch, pageSize }) {
      const size = given(pageSize) ?? 10
      if (!host.diff) return
      const names = Array.from({ length: 2 * size + 1 }, (_, index) => `file-${index}.md`)
      await pushBranch(BRANCH, Object.fromEntries(names.map((name) => [name, `${name} is here\n`])))
      const { number } = await host.openPullRequest(repository, draftOf())
      const diff = await host.diff(repository, number)
      for (const name of names) expect(diff).toContain(`+${name} is here\n`)
    },
  },
  {
    name: 'opens a closed pull request again, or refuses to, as its capabilities say',
    async run({ host, repository, pushBranch, closePull }) {
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const { number } = await host.openPullRequest(repository, draftOf())
      await closePull(number)
      const reopening = host.updatePullRequest(repository, number, { state: 'open' })
      if (host.capabilities.reopen === false) {
        await expect(reopening).rejects.toMatchObject({ code: 'conflict', isRetryable: false })
        expect((await host.pullRequest(repository, number))?.state).toBe('closed')
        return
      }
      expect((await reopening).state).toBe('open')
      expect((await host.pullRequest(repository, number))?.state).toBe('open')
    },
  },
  {
    name: 'opens a pull request though a reviewer or a label is not known',
    async run({ host, repository, pushBranch }) {
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const draft = draftOf({ labels: ['no-such-label'], reviewers: ['no-such-person'] })
      const opened = await host.openPullRequest(repository, draft)
      expect(opened.state).toBe('open')
      const expected = ['label no-such-label', 'reviewer no-such-person']
      expect((opened.refused ?? []).filter((each) => !expected.includes(each))).toEqual([])
      expect(await host.findPullRequests(repository, BRANCH)).toHaveLength(1)
    },
  },
  {
    name: 'works on after the repository was renamed, or says what to set: never as if there were nothing',
    async run({ host, repository, pushBranch, rename }) {
      const move = given(rename)
      if (!move) return
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      await pushBranch('another', { 'b.md': 'b\n' })
      const { number } = await host.openPullRequest(repository, draftOf())
      await move()
      const orMisconfigured = async (work: Promise<unknown>): Promise<unknown> => {
        try {
          return await work
        } catch (error) {
          expect(error).toMatchObject({ code: 'git_host_misconfigured', isRetryable: false })
          return 'misconfigured'
        }
      }
      expect(['main', 'misconfigured']).toContain(await orMisconfigured(host.defaultBranch(repository)))
      for (const found of [
        await orMisconfigured(host.findPullRequests(repository, BRANCH)),
        [await orMisconfigured(host.pullRequest(repository, number))],
        [await orMisconfigured(host.updatePullRequest(repository, number, { body: 'Renamed.' }))],
      ]) {
        const [first] = [found].flat()
        if (first !== 'misconfigured') expect(first).toMatchObject({ number, branch: BRANCH })
      }
      const opened = await orMisconfigured(host.openPullRequest(repository, draftOf({ branch: 'another' })))
      if (opened !== 'misconfigured') expect(opened).toMatchObject({ branch: 'another', state: 'open' })
    },
  },
]
