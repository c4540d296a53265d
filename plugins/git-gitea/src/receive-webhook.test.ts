import { DocentError } from '@docent/core/plugin'
import { type SimulatedGitea, signGiteaWebhook, simulateGitea } from '@docent/simulators'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { GiteaGitHost } from './gitea-git-host.ts'
import { GiteaOptions, resolveSettings } from './options.ts'

const PATH = 'acme/docs'
let gitea: SimulatedGitea
const warnings: string[] = []

beforeEach(async () => {
  warnings.length = 0
  const members = { owner: 'admin', writer: 'writer', reader: 'reader' } as const
  gitea = await simulateGitea({ repositories: [{ path: PATH, private: true, members }] })
  await gitea.git(PATH).commit('docs/better', { 'README.md': 'better\n' }, { from: 'main' })
})

afterEach(async () => {
  await gitea.close()
})

function host(options: { webhookSecret?: string; login?: string } = {}): GiteaGitHost {
  const { login = 'owner', ...rest } = options
  const token = gitea.createToken({ login })
  const settings = GiteaOptions.parse({ token, baseUrl: gitea.origin, ...rest })
  const quiet = (): void => undefined
  const warn = (_fields: object, message: string): number => warnings.push(message)
  const logger = { debug: quiet, info: quiet, warn, error: quiet }
  return new GiteaGitHost(resolveSettings(settings, {}), { clock: { now: Date.now }, logger })
}

async function openPull() {
  const draft = { branch: 'docs/better', base: 'main', title: 'Better', body: '', draft: false }
  await host().openPullRequest(gitea.url(PATH), draft)
  return gitea.pull(PATH, 1)
}

const receive = (event: string, payload: Record<string, unknown>, login = 'owner') =>
  host({ webhookSecret: 'hush', login }).webhook(gitea.webhook(event, payload, 'hush'))

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return DocentError.is(error) ? error.code : `no DocentError: ${String(error)}`
}

it('reads pushes to branches, and no deletion', async () => {
  const kept = gitea.repository(PATH)
  const before = 'a'.repeat(40)
  const push = gitea.payloads.push(kept, { branch: 'docs/better', before, after: 'b'.repeat(40) })
  expect(await receive('push', push)).toMatchObject({
    kind: 'push',
    repository: gitea.url(PATH),
    branch: 'docs/better',
    commit: 'b'.repeat(40),
  })
  const gone = gitea.payloads.push(kept, { branch: 'docs/better', before, after: '0'.repeat(40) })
  expect(await receive('push', gone)).toMatchObject({ kind: 'ignored', event: 'push' })
  expect(await receive('release', { action: 'published' })).toMatchObject({ kind: 'ignored' })
})

it('reads pull requests, and none of a fork', async () => {
  const pull = await openPull()
  await gitea.mergePull(PATH, 1)
  const closed = gitea.payloads.pullRequest(gitea.repository(PATH), pull, 'closed')
  expect(await receive('pull_request', closed)).toMatchObject({
    kind: 'pull-request',
    number: 1,
    state: 'merged',
    branch: 'docs/better',
  })
  const shown = closed.pull_request as { head: object }
  const foreign = { ...shown, head: { ...shown.head, repo_id: -1 } }
  expect(await receive('pull_request', { ...closed, pull_request: foreign })).toMatchObject({
    kind: 'ignored',
  })
})

it('reads comments and reviews, and says who may write', async () => {
  const pull = await openPull()
  const kept = gitea.repository(PATH)
  const said = async (login: string, as = 'owner') => {
    const comment = await gitea.addComment(PATH, 1, { login, body: 'please' })
    return receive('issue_comment', gitea.payloads.comment(kept, pull, comment), as)
  }
  expect(await said('writer')).toMatchObject({ kind: 'comment', author: 'writer', authorCanWrite: true })
  expect(await said('owner')).toMatchObject({ authorCanWrite: true })
  expect(await said('reader')).toMatchObject({ authorCanWrite: false })
  expect(await said('stranger')).toMatchObject({ authorCanWrite: false })
  expect(warnings).toEqual([])
  expect(await said('writer', 'docent-bot')).toMatchObject({ authorCanWrite: false })
  expect(warnings).toEqual([expect.stringMatching(/administrator of the repository/)])
  const reviewed = async (content: string, comments: { path: string; line: number; body: string }[] = []) => {
    const review = await gitea.addReview(PATH, 1, { login: 'writer', content, comments })
    const payload = gitea.payloads.review(kept, pull, { login: 'writer', content })
    const commentId = `review:${review.id}`
    return { commentId, read: await receive('pull_request_rejected', payload, 'owner') }
  }
  const plain = await reviewed('Shorter, please.')
  expect(plain.read).toMatchObject({
    kind: 'comment',
    commentId: plain.commentId,
    body: 'Shorter, please.',
    isReview: true,
    authorCanWrite: true,
  })
  const line = { path: 'README.md', line: 3, body: 'Why?' }
  expect((await reviewed('', [line])).read).toMatchObject({ body: 'Why?', path: 'README.md', line: 3 })
  const many = await reviewed('Some things.', [line, { ...line, line: 5, body: 'And here?' }])
  expect(many.read).toMatchObject({
    body: 'Some things.\n\nOn README.md line 3:\nWhy?\n\nOn README.md line 5:\nAnd here?',
  })
  expect((await reviewed('')).read).toMatchObject({ kind: 'ignored' })
  const unknown = gitea.payloads.review(kept, pull, { login: 'writer', content: 'not there' })
  expect(await receive('pull_request_comment', unknown, 'owner')).toMatchObject({ kind: 'ignored' })
  const comment = await gitea.addComment(PATH, 1, { login: 'writer', body: 'x' })
  for (const more of [{ action: 'edited' }, { is_pull: false }]) {
    const payload = gitea.payloads.comment(kept, pull, comment, more)
    expect(await receive('issue_comment', payload)).toMatchObject({ kind: 'ignored' })
  }
  gitea.assertNoViolations()
})

it('counts no comment of the host’s own accounts', async () => {
  const pull = await openPull()
  const kept = gitea.repository(PATH)
  const comment = await gitea.addComment(PATH, 1, { login: 'writer', body: 'x' })
  const payload = gitea.payloads.comment(kept, pull, comment)
  const shown = payload.comment as { user: object }
  const robot = { ...shown, user: { ...shown.user, id: -2 } }
  expect(await receive('issue_comment', { ...payload, comment: robot })).toMatchObject({
    authorCanWrite: false,
  })
})

it('takes only what is signed with the secret, and Forgejo’s signature before Gitea’s', async () => {
  const push = gitea.payloads.push(gitea.repository(PATH), { branch: 'main', before: '', after: 'b' })
  const subject = host({ webhookSecret: 'hush' })
  const forgejo = signGiteaWebhook('push', push, 'hush', { host: 'forgejo', deliveryId: 'delivery-1' })
  expect(await subject.webhook(forgejo)).toMatchObject({ kind: 'push', deliveryId: 'delivery-1' })
  const wrong = { ...forgejo.headers, 'x-forgejo-signature': 'a'.repeat(64) }
  expect(await codeOf(subject.webhook({ ...forgejo, headers: wrong }))).toBe('unauthorized')
  for (const secret of [undefined, 'other']) {
    expect(await codeOf(subject.webhook(signGiteaWebhook('push', push, secret)))).toBe('unauthorized')
  }
  expect(await codeOf(host().webhook(forgejo))).toBe('configuration')
  expect(host().capabilities.webhooks).toBe(false)
})

it('calls what no payload of the hosts fits an invalid request', async () => {
  expect(await codeOf(receive('push', { ref: 5 }))).toBe('invalid_request')
})
