import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import { BRANCH, draftOf, type GitHostContext, type GitHostWebhooks } from './git-host-context.ts'

/** What a host posts: who sent it, whether it is new, and what it says. */
export const webhookCases: readonly ContractCase<GitHostContext>[] = [
  {
    name: 'reads webhooks that are signed, and refuses every other one',
    async run(context) {
      const { host } = context
      if (!host.capabilities.webhooks) return
      const { delivery } = webhooksOf(context)
      const { headers, body, expected } = await delivery()
      expect(await host.webhook?.({ headers, body })).toMatchObject(expected)
      const altered = Buffer.concat([body, Buffer.from(' ')])
      const unsigned = Object.fromEntries(
        Object.entries(headers).filter(([name]) => !/signature/i.test(name)),
      )
      for (const request of [
        { headers, body: altered },
        { headers: unsigned, body },
        { headers: {}, body },
      ]) {
        await expect(host.webhook?.(request)).rejects.toMatchObject({ code: 'unauthorized' })
      }
    },
  },
  {
    name: 'refuses signatures that are missing, empty, cut, of another body, secret or algorithm',
    async run(context) {
      const { host } = context
      if (!host.capabilities.webhooks) return
      const { delivery, signatureHeaders, otherSecret } = webhooksOf(context)
      const { headers, body } = await delivery()
      const signed = (change: (value: string) => string | undefined): Record<string, string> =>
        Object.fromEntries(
          Object.entries(headers).flatMap(([name, value]) => {
            const changed = signatureHeaders.includes(name.toLowerCase()) ? change(value) : value
            return changed === undefined ? [] : [[name, changed]]
          }),
        )
      expect(signed(() => undefined)).not.toEqual(headers)
      const other = await delivery({ secret: otherSecret })
      const second = await delivery({ event: { kind: 'fork-pull', branch: BRANCH } })
      const forged: Record<string, { headers: Record<string, string>; body: Uint8Array }> = {
        missing: { headers: signed(() => undefined), body },
        empty: { headers: signed(() => ''), body },
        'only a name': { headers: signed((value) => value.replace(/[\w+/=]+$/, '')), body },
        cut: { headers: signed((value) => value.slice(0, -1)), body },
        'of a few digits': { headers: signed((value) => value.slice(0, 12)), body },
        'with the last digit changed': {
          headers: signed((value) => value.slice(0, -2) + (value.endsWith('00') ? '11' : '00')),
          body,
        },
        'of another secret': { headers: { ...other.headers }, body: other.body },
        'of another body': { headers: { ...headers }, body: second.body },
        'of no body': { headers: { ...headers }, body: new Uint8Array() },
      }
      const renamed = signed((value) => value.replace(/^(sha256|v1)(?=[=,])/, 'none'))
      // Where the header names no algorithm, none can be put in its place.
      const namesNone = signatureHeaders.every((name) => renamed[name] === headers[name])
      if (!namesNone) forged['of an algorithm that is none'] = { headers: renamed, body }
      for (const [what, request] of Object.entries(forged)) {
        const outcome = await host.webhook?.(request).then(
          () => 'taken',
          (error: unknown) => (error as { code?: string }).code,
        )
        expect([what, outcome]).toEqual([what, 'unauthorized'])
      }
    },
  },
  {
    name: 'refuses a delivery that was signed long ago or ahead, or names it so that it is known again',
    async run(context) {
      const { host } = context
      if (!host.capabilities.webhooks) return
      const { delivery, replay } = webhooksOf(context)
      const first = await host.webhook?.(await delivery({ id: 'delivery-1' }))
      const again = await host.webhook?.(await delivery({ id: 'delivery-1' }))
      const other = await host.webhook?.(await delivery({ id: 'delivery-2' }))
      expect(first?.deliveryId).not.toBe('')
      expect(again?.deliveryId).toBe(first?.deliveryId)
      expect(other?.deliveryId).not.toBe(first?.deliveryId)
      if (replay === 'id') return
      for (const hours of [-24, -1, 1, 24]) {
        const late = await delivery({ signedAt: Date.now() + hours * 3_600_000 })
        await expect(host.webhook?.(late)).rejects.toMatchObject({ code: 'unauthorized' })
      }
    },
  },
  {
    name: 'reads headers whatever the case of their names',
    async run(context) {
      const { host } = context
      if (!host.capabilities.webhooks) return
      const { headers, body, expected } = await webhooksOf(context).delivery()
      const cased = (change: (name: string) => string): Record<string, string> =>
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [change(name), value]))
      for (const change of [(name: string) => name.toUpperCase(), (name: string) => name.toLowerCase()]) {
        expect(await host.webhook?.({ headers: cased(change), body })).toMatchObject(expected)
      }
    },
  },
  {
    name: 'says of a comment whether its author may write to the repository',
    async run(context) {
      const { host, repository, pushBranch } = context
      if (!host.capabilities.webhooks) return
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const { number } = await host.openPullRequest(repository, draftOf())
      for (const by of ['writer', 'stranger'] as const) {
        const { headers, body, expected } = await webhooksOf(context).delivery({
          event: { kind: 'comment', number, by },
        })
        const read = await host.webhook?.({ headers, body })
        expect(read).toMatchObject({ kind: 'comment', number, authorCanWrite: by === 'writer' })
        expect(read).toMatchObject(expected)
      }
    },
  },
  {
    name: 'says that a pull request was merged, when, and of which branch it was',
    async run(context) {
      const { host, repository, pushBranch, mergePull } = context
      if (!host.capabilities.webhooks) return
      await pushBranch(BRANCH, { 'a.md': 'a\n' })
      const { number } = await host.openPullRequest(repository, draftOf())
      await mergePull(number)
      const { headers, body, expected } = await webhooksOf(context).delivery({
        event: { kind: 'merged', number },
      })
      const read = await host.webhook?.({ headers, body })
      // A delivery does not say whose fork a branch is in: Docent looks such pull requests up.
      if (host.capabilities.forks && read?.kind === 'ignored') return
      expect(read).toMatchObject({ kind: 'pull-request', number, state: 'merged', branch: BRANCH })
      expect(read).toMatchObject(expected)
      const ended = read?.kind === 'pull-request' ? read.ended : undefined
      const at = (await host.pullRequest(repository, number))?.ended?.at
      if (ended && at !== undefined) expect(Math.abs(ended.at - at)).toBeLessThan(60_000)
    },
  },
  {
    name: 'takes the pull request of a fork, whose branch bears the name of a job’s, for no pull request of a job',
    async run(context) {
      const { host } = context
      if (!host.capabilities.webhooks) return
      const { headers, body } = await webhooksOf(context).delivery({
        event: { kind: 'fork-pull', branch: BRANCH },
      })
      expect((await host.webhook?.({ headers, body }))?.kind).toBe('ignored')
    },
  },
  {
    name: 'ignores the push of a tag, even if a branch has the same name',
    async run(context) {
      const { host } = context
      if (!host.capabilities.webhooks) return
      const { headers, body } = await webhooksOf(context).delivery({ event: { kind: 'tag-push' } })
      expect((await host.webhook?.({ headers, body }))?.kind).toBe('ignored')
    },
  },
  {
    name: 'reads no webhook for an aborted signal',
    async run(context) {
      const { host } = context
      if (!host.capabilities.webhooks) return
      const reason = new Error('stopped')
      const { headers, body } = await webhooksOf(context).delivery()
      const options = { signal: AbortSignal.abort(reason) }
      await expect(host.webhook?.({ headers, body }, options)).rejects.toBe(reason)
    },
  },
]

function webhooksOf({ host, webhooks }: GitHostContext): GitHostWebhooks {
  expect(host.webhook).toBeDefined()
  if (webhooks) return webhooks
  throw new Error('The context of a host with the capability `webhooks` must have `webhooks`.')
}
