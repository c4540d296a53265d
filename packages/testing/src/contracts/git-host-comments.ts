import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import { BRANCH, draftOf, type GitHostContext, given } from './git-host-context.ts'

/** Comments beyond the first one. */
export const commentCases: readonly ContractCase<GitHostContext>[] = [
  {
    name: 'finds every comment of a conversation that is longer than a page',
    async run({ host, peer = host, repository, pushBranch, pageSize }) {
      const size = given(pageSize) ?? 2
      if (!host.comment || !peer.hasComment) return
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const { number } = await host.openPullRequest(repository, draftOf())
      const marks = Array.from({ length: 2 * size + 1 }, (_, index) => `<!-- mark-${index}- -->`)
      for (const mark of marks) await host.comment(repository, number, { body: `${mark}\nDone.` })
      for (const text of marks) expect(await peer.hasComment(repository, number, { text })).toBe(true)
      expect(await peer.hasComment(repository, number, { text: '<!-- mark-x- -->' })).toBe(false)
    },
  },
  {
    name: 'answers a comment on a line, and finds the answer there beyond the first page',
    async run({ host, peer = host, repository, pushBranch, reviewComment, pageSize }) {
      const comment = given(reviewComment)
      const size = given(pageSize) ?? 2
      if (!host.comment || !peer.hasComment || !comment) return
      await pushBranch(BRANCH, { 'a.md': 'one\ntwo\n' })
      const { number } = await host.openPullRequest(repository, draftOf())
      const replyTo = await comment(number, 'Please explain.')
      const marks = Array.from({ length: 2 * size + 1 }, (_, index) => `<!-- mark-${index}- -->`)
      for (const mark of marks) await host.comment(repository, number, { body: `${mark}\nDone.`, replyTo })
      for (const text of marks) {
        expect(await peer.hasComment(repository, number, { text, replyTo })).toBe(true)
      }
      expect(await peer.hasComment(repository, number, { text: '<!-- mark-x- -->', replyTo })).toBe(false)
    },
  },
  {
    name: 'says that there is no pull request to comment on',
    async run({ host, repository }) {
      if (!host.comment || !host.hasComment) return
      const comment = host.comment(repository, 1000, { body: 'x' })
      await expect(comment).rejects.toMatchObject({ code: 'not_found' })
      const look = host.hasComment(repository, 1000, { text: 'x' })
      await expect(look).rejects.toMatchObject({ code: 'not_found' })
    },
  },
]
