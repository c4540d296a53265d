import { expect } from 'vitest'
import { soon } from './case-timeout.ts'
import type { ContractCase } from './contract-case.ts'
import { BRANCH, draftOf, failureOf, type GitHostContext, given } from './git-host-context.ts'
import { memberCalls } from './git-host-members.ts'
import type { PlannedReply } from './host-traffic.ts'

/** Requests that one call may send while every one of them fails. */
const MOST_REQUESTS = 12

const json = (body: unknown): string => JSON.stringify(body)

/** A host that refuses, fails, is slow or away. */
export const networkCases: readonly ContractCase<GitHostContext>[] = [
  {
    name: 'calls a refused permission and a refused token misconfigured, never an empty answer',
    async run(context) {
      const network = given(context.network)
      if (!network) return
      for (const status of [401, 403]) {
        for (const { name, run } of await memberCalls(context)) {
          const stop = network.traffic.disturb({ reply: { status, body: json({ message: 'Forbidden' }) } })
          const error = await failureOf(run(context.host))
          stop()
          expect([name, error]).toMatchObject([name, { code: 'git_host_misconfigured', isRetryable: false }])
        }
      }
    },
  },
  {
    name: 'calls a repository that is out of sight misconfigured, never an empty answer',
    async run(context) {
      const network = given(context.network)
      if (!network) return
      for (const { name, run } of await memberCalls(context)) {
        const stop = network.traffic.disturb({ reply: { status: 404, body: json({ message: 'Not Found' }) } })
        const error = await failureOf(run(context.host))
        stop()
        expect([name, error]).toMatchObject([name, { code: 'git_host_misconfigured', isRetryable: false }])
      }
    },
  },
  {
    name: 'calls a host that fails or is away retryable, asks it a bounded number of times, and makes up no answer',
    async run(context) {
      const network = given(context.network)
      if (!network) return
      const { traffic } = network
      const failures = [
        { reply: { status: 503, body: 'away' } },
        { reply: { status: 500, body: json({ message: 'x' }) } },
        { breaks: 'before' },
      ] as const
      const calls = await memberCalls(context)
      for (const disturbance of failures) {
        for (const { name, run } of calls) {
          const before = traffic.requests.length
          const stop = traffic.disturb(disturbance)
          const error = await failureOf(run(context.host))
          stop()
          expect([name, error]).toMatchObject([name, { code: 'git_host_failed', isRetryable: true }])
          expect(traffic.requests.length - before).toBeLessThanOrEqual(MOST_REQUESTS)
        }
      }
    },
  },
  {
    name: 'answers after a failure that passes',
    async run(context) {
      const network = given(context.network)
      if (!network) return
      for (const { name, reads, run } of await memberCalls(context)) {
        if (!reads) continue
        const expected = await run(context.host)
        const stop = network.traffic.disturb({ reply: { status: 502, body: 'bad gateway' } }, { times: 1 })
        expect([name, await run(context.host)]).toEqual([name, expected])
        stop()
      }
    },
  },
  {
    name: 'calls an unreadable reply a failure, never an empty answer',
    async run(context) {
      const network = given(context.network)
      if (!network) return
      const replies: PlannedReply[] = [
        { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Please sign in</html>' },
        { status: 200, body: '[{"number": 1, "id"' },
      ]
      for (const reply of replies) {
        for (const { name, run } of await memberCalls(context)) {
          // A diff is a text, whatever is in it.
          if (name === 'diff') continue
          const stop = network.traffic.disturb({ reply })
          const error = await failureOf(run(context.host))
          stop()
          expect([name, error]).toMatchObject([name, { code: 'git_host_failed' }])
        }
      }
    },
  },
  {
    name: 'says when a rate limit ends, in either form of Retry-After, and does not ask on',
    async run(context) {
      const network = given(context.network)
      if (!network) return
      const calls = await memberCalls(context)
      for (const form of ['seconds', 'date'] as const) {
        for (const { name, run } of calls) {
          const before = network.traffic.requests.length
          const after = form === 'seconds' ? '90' : new Date(Date.now() + 90_000).toUTCString()
          const reply = { status: 429, headers: { 'retry-after': after }, body: json({ message: 'slow' }) }
          const stop = network.traffic.disturb({ reply })
          const error = await failureOf(soon(run(context.host), name))
          stop()
          expect([name, error]).toMatchObject([name, { code: 'git_host_failed', isRetryable: true }])
          const { retryAfterMs } = error as { retryAfterMs?: number }
          expect([name, retryAfterMs]).toEqual([name, expect.closeTo(90_000, -4)])
          // Requests that were on their way side by side may each meet it.
          expect(network.traffic.requests.length - before).toBeLessThanOrEqual(3)
        }
      }
    },
  },
  {
    name: 'opens one pull request when the reply to its request is lost',
    async run(context) {
      const network = given(context.network)
      if (!network) return
      const { host, peer = host, repository, pushBranch } = context
      const losses = [{ breaks: 'after' }, { replyAfter: { status: 502, body: 'bad gateway' } }] as const
      for (const [index, disturbance] of losses.entries()) {
        const branch = `${BRANCH}-${index}`
        await pushBranch(branch, { [`${index}.md`]: 'x\n' })
        const isOpening = ({ method, body }: { method: string; body: string }): boolean =>
          method === 'POST' && body.includes(branch)
        const stop = network.traffic.disturb(disturbance, { when: isOpening, times: 1 })
        const first = await host.openPullRequest(repository, draftOf({ branch })).catch((error: unknown) => {
          expect(error).toMatchObject({ isRetryable: true })
          return undefined
        })
        stop()
        const again = await peer.openPullRequest(repository, draftOf({ branch }))
        expect(again).toMatchObject({ branch, base: 'main', state: 'open' })
        if (first) expect(first.number).toBe(again.number)
        expect(await host.findPullRequests(repository, branch)).toHaveLength(1)
      }
    },
  },
  {
    name: 'posts a comment once when the reply to its request is lost',
    async run(context) {
      const network = given(context.network)
      const { host, repository, pushBranch } = context
      if (!network || !host.comment || !host.hasComment) return
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const { number } = await host.openPullRequest(repository, draftOf())
      const losses = [
        { breaks: 'after' },
        { replyAfter: { status: 502, body: 'bad gateway' } },
        { replyAfter: { status: 500, body: '' } },
      ] as const
      for (const [index, disturbance] of losses.entries()) {
        const mark = `<!-- mark-${index} -->`
        const isComment = ({ method, body }: { method: string; body: string }): boolean =>
          method === 'POST' && body.includes(`mark-${index}`)
        const stop = network.traffic.disturb(disturbance, { when: isComment, times: 1 })
        const error = await failureOf(host.comment(repository, number, { body: `${mark} Done.` }))
        stop()
        expect(error).toMatchObject({ code: 'git_host_failed', isRetryable: true })
        expect(await host.hasComment(repository, number, { text: mark })).toBe(true)
        expect(network.traffic.requests.filter(isComment)).toHaveLength(1)
      }
    },
  },
  {
    name: 'ends a call in time when a reply does not come, or does not end',
    async run(context) {
      const network = given(context.network)
      if (!network) return
      const calls = await memberCalls(context)
      for (const hangs of ['reply', 'body'] as const) {
        const code = hangs === 'reply' ? 'timeout' : expect.stringMatching(/^(timeout|git_host_failed)$/)
        const stop = network.traffic.disturb({ hangs })
        // At once: each waits for its time to end, all its attempts.
        const ended = calls.map(async ({ name, run }) => {
          const outcome = failureOf(run(network.impatient))
          return [name, await soon(outcome, `the end of ${name} whose ${hangs} hangs`)]
        })
        for (const end of await Promise.all(ended)) {
          expect(end).toMatchObject([end[0], { code, isRetryable: true }])
        }
        stop()
      }
    },
  },
  {
    name: 'ends a call at once with the reason of a signal that is aborted while it waits',
    async run(context) {
      const network = given(context.network)
      if (!network) return
      for (const { name, run } of await memberCalls(context)) {
        const reason = new Error(`stopped ${name}`)
        const controller = new AbortController()
        const stop = network.traffic.disturb({ hangs: 'reply' })
        const begun = network.traffic.next()
        const outcome = failureOf(run(context.host, { signal: controller.signal }))
        await soon(begun, 'a request')
        controller.abort(reason)
        expect(await soon(outcome, 'the end of an aborted call')).toBe(reason)
        stop()
      }
    },
  },
  {
    name: 'ends a pause between two attempts with the reason of a signal',
    async run(context) {
      const network = given(context.network)
      if (!network) return
      const reason = new Error('stopped while it paused')
      const controller = new AbortController()
      const stop = network.traffic.disturb({ breaks: 'before' })
      const begun = network.traffic.next()
      const outcome = failureOf(context.host.defaultBranch(context.repository, { signal: controller.signal }))
      await soon(begun, 'a request')
      controller.abort(reason)
      expect(await soon(outcome, 'the end of an aborted call')).toBe(reason)
      stop()
    },
  },
]
