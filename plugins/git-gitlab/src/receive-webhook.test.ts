import { DocentError } from '@docent/core/plugin'
import { type SimulatedGitlab, signGitlabWebhook, simulateGitlab } from '@docent/simulators'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { GitlabGitHost } from './gitlab-git-host.ts'
import { GitlabOptions, resolveSettings } from './options.ts'
import { discussionOf } from './parse-webhook.ts'

const PATH = 'acme/docs'
const SIGNING_TOKEN = `whsec_${Buffer.from('a signing token of 32 bytes, new').toString('base64')}`
const NOW = Date.UTC(2026, 10, 20)
let gitlab: SimulatedGitlab

beforeEach(async () => {
  const members = { writer: 'writer', reader: 'reader', service: 'writer' } as const
  gitlab = await simulateGitlab({ repositories: [{ path: PATH, private: true, members }], now: () => NOW })
  await gitlab.git(PATH).commit('docs/better', { 'README.md': 'better\n' }, { from: 'main' })
})

afterEach(async () => {
  await gitlab.close()
})

function host(secrets: { webhookSecret?: string; webhookSigningToken?: string }): GitlabGitHost {
  const options = GitlabOptions.parse({ token: gitlab.createToken(), baseUrl: gitlab.origin, ...secrets })
  const quiet = (): void => undefined
  return new GitlabGitHost(resolveSettings(options, {}), {
    clock: { now: () => NOW },
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  })
}

async function openPull() {
  const draft = { branch: 'docs/better', base: 'main', title: 'Better', body: '', draft: false }
  await host({}).openPullRequest(gitlab.url(PATH), draft)
  return gitlab.pull(PATH, 1)
}

const receive = (payload: Record<string, unknown>) =>
  host({ webhookSecret: 'hush' }).webhook(gitlab.webhook(payload, { secret: 'hush' }))

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return DocentError.is(error) ? error.code : `no DocentError: ${String(error)}`
}

it('reads pushes to branches, and no deletion and no tag', async () => {
  const kept = gitlab.repository(PATH)
  const before = 'a'.repeat(40)
  const push = gitlab.payloads.push(kept, { branch: 'docs/better', before, after: 'b'.repeat(40) })
  expect(await receive(push)).toMatchObject({
    kind: 'push',
    repository: gitlab.url(PATH),
    branch: 'docs/better',
    commit: 'b'.repeat(40),
  })
  const gone = gitlab.payloads.push(kept, { branch: 'docs/better', before, after: '0'.repeat(40) })
  expect(await receive(gone)).toMatchObject({ kind: 'ignored', event: 'Push Hook' })
  expect(await receive({ ...push, object_kind: 'tag_push' })).toMatchObject({ kind: 'ignored' })
})

it('reads merge requests, and none of a fork', async () => {
  const pull = await openPull()
  await gitlab.mergePull(PATH, 1)
  const merged = gitlab.payloads.mergeRequest(gitlab.repository(PATH), pull, 'merge')
  expect(await receive(merged)).toMatchObject({
    kind: 'pull-request',
    number: 1,
    state: 'merged',
    branch: 'docs/better',
  })
  const attributes = { ...(merged.object_attributes as object), source_project_id: 5 }
  expect(await receive({ ...merged, object_attributes: attributes })).toMatchObject({ kind: 'ignored' })
})

it('reads comments, and says who may write', async () => {
  const pull = await openPull()
  const kept = gitlab.repository(PATH)
  const said = async (login: string, bot = false) => {
    const comment = await gitlab.addComment(PATH, 1, { login, body: 'please', bot })
    return receive(gitlab.payloads.note(kept, pull, comment))
  }
  expect(await said('writer')).toMatchObject({ kind: 'comment', author: 'writer', authorCanWrite: true })
  expect(await said('reader')).toMatchObject({ authorCanWrite: false })
  expect(await said('stranger')).toMatchObject({ authorCanWrite: false })
  gitlab.repository(PATH).members.set('robot', 'admin')
  expect(await said('robot', true)).toMatchObject({ authorCanWrite: false })
  const line = await gitlab.addComment(PATH, 1, { login: 'writer', body: 'x', path: 'README.md', line: 3 })
  expect(await receive(gitlab.payloads.note(kept, pull, line))).toMatchObject({
    commentId: `note:${line.id}:${line.thread}`,
    path: 'README.md',
    line: 3,
  })
  expect(discussionOf(`note:${line.id}:${line.thread}`)).toBe(line.thread)
  for (const more of [
    { action: 'update' },
    { system: true },
    { internal: true },
    { noteable_type: 'Issue' },
  ]) {
    expect(await receive(gitlab.payloads.note(kept, pull, line, more))).toMatchObject({ kind: 'ignored' })
  }
  gitlab.assertNoViolations()
})

it('takes a secret token only when it is the configured one', async () => {
  const push = gitlab.payloads.push(gitlab.repository(PATH), { branch: 'main', before: '', after: 'b' })
  const subject = host({ webhookSecret: 'hush' })
  for (const secrets of [{}, { secret: 'hus' }, { secret: 'hush!' }]) {
    expect(await codeOf(subject.webhook(signGitlabWebhook(push, secrets)))).toBe('unauthorized')
  }
  const upper = signGitlabWebhook(push, { secret: 'hush' }, 'delivery-1')
  const headers = Object.fromEntries(
    Object.entries(upper.headers).map(([name, value]) => [name.toUpperCase(), value]),
  )
  expect(await subject.webhook({ ...upper, headers })).toMatchObject({ deliveryId: 'delivery-1' })
  expect(await codeOf(host({}).webhook(upper))).toBe('configuration')
  expect(host({}).capabilities.webhooks).toBe(false)
})

it('takes nothing but a fresh signature when a signing token is configured', async () => {
  const push = gitlab.payloads.push(gitlab.repository(PATH), { branch: 'main', before: '', after: 'b' })
  const subject = host({ webhookSecret: 'hush', webhookSigningToken: SIGNING_TOKEN })
  const sign = (now: number) => signGitlabWebhook(push, { secret: 'hush', signingToken: SIGNING_TOKEN, now })
  expect(await subject.webhook(sign(NOW - 60_000))).toMatchObject({ kind: 'push' })
  const { headers, body } = sign(NOW)
  const rotated = { ...headers, 'webhook-signature': `v1,b2xk ${headers['webhook-signature']}` }
  expect(await subject.webhook({ headers: rotated, body })).toMatchObject({ kind: 'push' })
  for (const delivery of [
    sign(NOW - 10 * 60_000),
    sign(NOW + 10 * 60_000),
    signGitlabWebhook(push, { secret: 'hush' }),
    { headers: { ...headers, 'webhook-id': 'another' }, body },
    { headers, body: Buffer.concat([body, Buffer.from(' ')]) },
  ]) {
    expect(await codeOf(subject.webhook(delivery))).toBe('unauthorized')
  }
})

it('calls what no payload of GitLab fits an invalid request', async () => {
  expect(await codeOf(receive({ object_kind: 'push', ref: 5 }))).toBe('invalid_request')
  const { headers } = signGitlabWebhook({}, { secret: 'hush' })
  const broken = host({ webhookSecret: 'hush' }).webhook({ headers, body: Buffer.from('{') })
  expect(await codeOf(broken)).toBe('invalid_json')
})
