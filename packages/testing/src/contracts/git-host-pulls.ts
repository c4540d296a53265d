import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import { BRANCH, draftOf, type GitHostContext } from './git-host-context.ts'

/** Finding, opening, changing and reading pull requests. */
export const pullCases: readonly ContractCase<GitHostContext>[] = [
  {
    name: 'finds a comment that it posted by a part of its text, and no other, on that pull request only',
    async run({ host, repository, pushBranch }) {
      if (!host.comment || !host.hasComment) return
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      await pushBranch('other', { 'b.md': 'b\n' })
      const { number } = await host.openPullRequest(repository, draftOf())
      const other = await host.openPullRequest(repository, draftOf({ branch: 'other' }))
      expect(await host.hasComment(repository, number, { text: '<!-- mark' })).toBe(false)
      await host.comment(repository, number, { body: '<!-- mark-1 -->\nDone.' })
      expect(await host.hasComment(repository, number, { text: '<!-- mark-1 -->' })).toBe(true)
      expect(await host.hasComment(repository, number, { text: '<!-- mark-2 -->' })).toBe(false)
      expect(await host.hasComment(repository, other.number, { text: '<!-- mark-1 -->' })).toBe(false)
    },
  },
  {
    name: 'opens a pull request and gives back every field, its text unchanged',
    async run({ host, repository, pushBranch }) {
      const commit = await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const draft = draftOf()
      const opened = await host.openPullRequest(repository, draft)
      const { branch, base, title, body } = draft
      expect(opened).toMatchObject({ state: 'open', draft: false, branch, base, title, body })
      expect(opened.number).toBeGreaterThanOrEqual(1)
      expect(new URL(opened.url).protocol).toMatch(/^https?:$/)
      expect(['', commit]).toContain(opened.headCommit)
      expect(opened.createdAt).toBeGreaterThan(0)
      expect(await host.pullRequest(repository, opened.number)).toEqual(opened)
      expect(await host.findPullRequests(repository, BRANCH)).toEqual([opened])
    },
  },
  {
    name: 'finds the pull requests of a branch in any state, newest first, and those of no other branch',
    async run({ host, repository, pushBranch, mergePull, closePull }) {
      await pushBranch(BRANCH, { 'a.md': '1\n' })
      await pushBranch(`${BRANCH}-2`, { 'b.md': '1\n' })
      const first = await host.openPullRequest(repository, draftOf())
      const other = await host.openPullRequest(repository, draftOf({ branch: `${BRANCH}-2` }))
      await closePull(first.number)
      const second = await host.openPullRequest(repository, draftOf())
      await mergePull(second.number)
      await pushBranch(BRANCH, { 'a.md': '2\n' })
      const third = await host.openPullRequest(repository, draftOf())
      expect(new Set([first.number, other.number, second.number, third.number]).size).toBe(4)
      const found = await host.findPullRequests(repository, BRANCH)
      expect(found.map(({ number, state }) => [number, state])).toEqual([
        [third.number, 'open'],
        [second.number, 'merged'],
        [first.number, 'closed'],
      ])
      expect(await host.findPullRequests(repository, 'docent/better')).toEqual([])
    },
  },
  {
    name: 'opens one when it is asked twice, and answers the one that is there',
    async run({ host, peer = host, repository, pushBranch }) {
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const first = await host.openPullRequest(repository, draftOf())
      const again = await peer.openPullRequest(repository, draftOf())
      expect(again.number).toBe(first.number)
      expect(await host.findPullRequests(repository, BRANCH)).toHaveLength(1)
    },
  },
  {
    name: 'opens one when it is asked by several at once',
    async run({ host, peer = host, repository, pushBranch }) {
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const all = [host, peer, host, peer].map((each) => each.openPullRequest(repository, draftOf()))
      const numbers = (await Promise.all(all)).map(({ number }) => number)
      expect(new Set(numbers).size).toBe(1)
      expect(await host.findPullRequests(repository, BRANCH)).toHaveLength(1)
    },
  },
  {
    name: 'gives different numbers to different branches that are opened at once',
    async run({ host, peer = host, repository, pushBranch }) {
      const branches = ['one', 'two', 'three', 'four']
      for (const branch of branches) await pushBranch(branch, { [`${branch}.md`]: 'x\n' })
      const all = await Promise.all(
        branches.map((branch, index) =>
          (index % 2 === 0 ? host : peer).openPullRequest(repository, draftOf({ branch })),
        ),
      )
      expect(new Set(all.map(({ number }) => number)).size).toBe(4)
      expect(all.map(({ branch }) => branch)).toEqual(branches)
    },
  },
  {
    name: 'changes title, body and state, each alone',
    async run({ host, peer = host, repository, pushBranch }) {
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const opened = await host.openPullRequest(repository, draftOf())
      const { number } = opened
      const steps = [
        { title: 'New' },
        { body: 'New\n<!-- x -->' },
        { state: 'closed' },
        ...(host.capabilities.reopen === false ? [] : [{ state: 'open' } as const]),
      ] as const
      let expected = opened
      for (const patch of steps) {
        expected = { ...expected, ...patch }
        const answers = [
          await host.updatePullRequest(repository, number, patch),
          await peer.pullRequest(repository, number),
        ]
        for (const { ended, ...pull } of answers.map((answer) => answer ?? opened)) {
          expect(pull).toEqual(expected)
          if (pull.state === 'open') expect(ended).toBeUndefined()
        }
      }
    },
  },
  {
    name: 'opens drafts and changes them, as its capabilities say',
    async run({ host, repository, pushBranch }) {
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const opened = await host.openPullRequest(repository, draftOf({ draft: true, title: 'Docs' }))
      if (!host.capabilities.draftPullRequests) {
        expect(opened).toMatchObject({ draft: false, title: 'Draft: Docs' })
        return
      }
      expect(opened).toMatchObject({ draft: true, title: 'Docs' })
      for (const draft of [false, true]) {
        await host.updatePullRequest(repository, opened.number, { draft })
        expect(await host.pullRequest(repository, opened.number)).toMatchObject({ draft, title: 'Docs' })
      }
    },
  },
  {
    name: 'follows the branch of an open pull request',
    async run({ host, repository, pushBranch }) {
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const { number } = await host.openPullRequest(repository, draftOf())
      const commit = await pushBranch(BRANCH, { 'b.md': 'b\n' })
      const pull = await host.pullRequest(repository, number)
      expect(pull?.state).toBe('open')
      expect(['', commit]).toContain(pull?.headCommit)
    },
  },
  {
    name: 'keeps what is merged merged, when its branch goes on and when it is deleted',
    async run({ host, repository, pushBranch, mergePull, deleteBranch }) {
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const { number } = await host.openPullRequest(repository, draftOf())
      await mergePull(number)
      const merged = await host.pullRequest(repository, number)
      expect(merged?.state).toBe('merged')
      expect(merged?.ended?.at ?? 1).toBeGreaterThan(0)
      await pushBranch(BRANCH, { 'b.md': 'b\n' })
      expect((await host.pullRequest(repository, number))?.state).toBe('merged')
      await deleteBranch(BRANCH)
      expect((await host.findPullRequests(repository, BRANCH)).map(({ state }) => state)).toEqual(['merged'])
    },
  },
  {
    name: 'calls a pull request closed when its branch is deleted unmerged',
    async run({ host, repository, pushBranch, deleteBranch }) {
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const { number } = await host.openPullRequest(repository, draftOf())
      await deleteBranch(BRANCH)
      expect((await host.pullRequest(repository, number))?.state).toBe('closed')
    },
  },
  {
    name: 'answers undefined for an unknown number and nothing for an unknown branch',
    async run({ host, repository, pushBranch }) {
      expect(await host.pullRequest(repository, 1)).toBeUndefined()
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const { number } = await host.openPullRequest(repository, draftOf())
      expect(await host.pullRequest(repository, number + 1000)).toBeUndefined()
      expect(await host.findPullRequests(repository, 'unknown')).toEqual([])
    },
  },
  {
    name: 'says that there is no pull request to change or to compare',
    async run({ host, repository }) {
      const update = host.updatePullRequest(repository, 1000, { title: 'x' })
      await expect(update).rejects.toMatchObject({ code: 'not_found' })
      if (host.diff) await expect(host.diff(repository, 1000)).rejects.toMatchObject({ code: 'not_found' })
    },
  },
  {
    name: 'refuses a branch that was not pushed and a base that is not there, and opens nothing',
    async run({ host, repository, pushBranch }) {
      // Whether it may pass is the host's to say: some take a moment to see a push.
      const unpushed = host.openPullRequest(repository, draftOf())
      await expect(unpushed).rejects.toMatchObject({ code: expect.stringMatching(/^git_host_/) })
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const baseless = host.openPullRequest(repository, draftOf({ base: 'gone' }))
      await expect(baseless).rejects.toMatchObject({ code: 'git_host_misconfigured' })
      expect(await host.findPullRequests(repository, BRANCH)).toEqual([])
    },
  },
  {
    name: 'compares with the merge base, while the base moves on and after the merge',
    async run({ host, repository, pushBranch, mergePull }) {
      if (!host.diff) return
      await pushBranch(BRANCH, { 'a.md': 'one\ntwo\n', 'README.md': 'changed\n' })
      const { number } = await host.openPullRequest(repository, draftOf())
      await pushBranch('main', { 'elsewhere.md': 'x\n' })
      const before = await host.diff(repository, number)
      for (const part of ['diff --git a/a.md b/a.md', '+one\n', '+two\n', '-hello\n', '+changed\n']) {
        expect(before).toContain(part)
      }
      expect(before).not.toContain('elsewhere')
      await mergePull(number)
      expect(await host.diff(repository, number)).toBe(before)
    },
  },
]
