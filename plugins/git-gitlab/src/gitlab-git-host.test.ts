import { DocentError, type Logger } from '@docent/core/plugin'
import { type SimulatedGitlab, simulateGitlab } from '@docent/simulators'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GitlabGitHost } from './gitlab-git-host.ts'
import { GitlabOptions, resolveSettings } from './options.ts'

const PATH = 'acme/web/docs'
let gitlab: SimulatedGitlab
let token: string
let repository: string
const warnings: string[] = []
const quiet = (): void => undefined
const logger: Logger = {
  debug: quiet,
  info: quiet,
  error: quiet,
  warn: (_fields, message) => warnings.push(message),
}

beforeEach(async () => {
  warnings.length = 0
  gitlab = await simulateGitlab({
    repositories: [{ path: PATH, private: true, members: { writer: 'writer', reader: 'reader' } }],
  })
  await gitlab.git(PATH).commit('docs/better', { 'README.md': 'better\n' }, { from: 'main' })
  token = gitlab.createToken()
  repository = gitlab.url(PATH)
})

afterEach(async () => {
  await gitlab.close()
})

/** A host that waits for nothing. */
function host(
  options: Partial<Parameters<typeof GitlabOptions.parse>[0] & object> = {},
  send?: typeof fetch,
) {
  const settings = GitlabOptions.parse({
    token,
    baseUrl: gitlab.origin,
    retryDelayMs: 1,
    maxRateLimitWaitMs: 0,
    ...options,
  })
  return new GitlabGitHost(resolveSettings(settings, {}), {
    clock: { now: () => Date.now() },
    logger,
    ...(send ? { fetch: send } : {}),
  })
}

const draft = { branch: 'docs/better', base: 'main', title: 'Better docs', body: 'why', draft: true }

async function failure(work: Promise<unknown>): Promise<DocentError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!DocentError.is(error)) throw new Error(`expected a DocentError, got ${String(error)}`)
  return error
}

const count = (operation: string): number =>
  gitlab.requests.filter((each) => each.operation === operation).length

describe('merge requests', () => {
  it('are opened with labels and reviewers, and are drafts by their title alone', async () => {
    const opened = await host().openPullRequest(repository, {
      ...draft,
      labels: ['docs', 'docent'],
      reviewers: ['Writer', 'nobody'],
    })
    expect(opened).toMatchObject({ number: 1, draft: true, title: 'Better docs' })
    expect(opened.refused).toEqual(['reviewer nobody'])
    expect(opened.url).toBe(`${repository}/-/merge_requests/1`)
    const kept = await gitlab.pull(PATH, 1)
    expect(kept).toMatchObject({ title: 'Draft: Better docs', labels: ['docs', 'docent'] })
    expect(kept.reviewers.map((each) => each.login)).toEqual(['writer'])
    expect(warnings).toEqual(['GitLab knows no such reviewer'])
    gitlab.assertNoViolations()
  })

  it('stay drafts when only their title changes, and are not made drafts by a title', async () => {
    const subject = host()
    await subject.openPullRequest(repository, draft)
    expect(await subject.updatePullRequest(repository, 1, { title: 'Best docs' })).toMatchObject({
      draft: true,
      title: 'Best docs',
    })
    const ready = await subject.updatePullRequest(repository, 1, {
      title: 'draft: [Draft] Done',
      draft: false,
    })
    expect(ready).toMatchObject({ draft: false, title: 'Done' })
    expect((await gitlab.pull(PATH, 1)).title).toBe('Done')
    expect(await subject.updatePullRequest(repository, 1, {})).toMatchObject({ title: 'Done' })
    const long = await subject.updatePullRequest(repository, 1, { title: 'x'.repeat(300), draft: true })
    expect(long.title).toHaveLength(248)
    gitlab.assertNoViolations()
  })

  it('are opened once when the reply is lost', async () => {
    gitlab.fail('merge-requests/create', { status: 502, afterEffect: true })
    expect((await host().openPullRequest(repository, draft)).number).toBe(1)
    gitlab.fail('merge-requests/create', { disconnect: true, afterEffect: true })
    expect((await host().openPullRequest(repository, draft)).number).toBe(1)
    expect(gitlab.repository(PATH).pulls).toHaveLength(1)
    gitlab.assertNoViolations()
  })

  it('are found on every page', async () => {
    for (let number = 1; number <= 101; number += 1) {
      await host().openPullRequest(repository, draft)
      await gitlab.closePull(PATH, number)
    }
    const found = await host().findPullRequests(repository, 'docs/better')
    expect(found).toHaveLength(101)
    expect(found[0]?.number).toBe(101)
    expect(count('merge-requests/list')).toBe(2)
    gitlab.assertNoViolations()
  })

  it('take comments in the conversation and in a thread, each sent once', async () => {
    const subject = host()
    await subject.openPullRequest(repository, draft)
    const asked = { login: 'writer', body: 'why?', path: 'README.md', line: 1 }
    const first = await gitlab.addComment(PATH, 1, asked)
    await subject.comment(repository, 1, { body: 'hello' })
    await subject.comment(repository, 1, { body: 'because', replyTo: `note:${first.id}:${first.thread}` })
    await subject.comment(repository, 1, { body: 'aside', replyTo: 'elsewhere' })
    const comments = async () => (await gitlab.pull(PATH, 1)).comments
    expect((await comments()).map((each) => [each.body, each.thread === first.thread])).toEqual([
      ['why?', true],
      ['hello', false],
      ['because', true],
      ['aside', false],
    ])
    expect((await failure(subject.comment(repository, 9, { body: 'x' }))).code).toBe('not_found')
    const lost = subject.comment(repository, 1, { body: 'x', replyTo: `note:1:${'b'.repeat(40)}` })
    expect((await failure(lost)).message).toMatch(/no such discussion/)
    gitlab.fail('notes/create', { status: 502, afterEffect: true })
    expect((await failure(subject.comment(repository, 1, { body: 'once' }))).isRetryable).toBe(true)
    expect(await comments()).toHaveLength(5)
    for (let i = 0; i < 101; i++) await gitlab.addComment(PATH, 1, { login: 'writer', body: `no ${i}` })
    const thread = { text: 'because', replyTo: `note:${first.id}:${first.thread}` }
    expect(await subject.hasComment(repository, 1, thread)).toBe(true)
    expect(await subject.hasComment(repository, 1, { text: 'why not' })).toBe(false)
    expect((await failure(subject.hasComment(repository, 9, { text: 'x' }))).code).toBe('not_found')
    gitlab.assertNoViolations()
  })

  it('of a project that moved are found under the old URL, and changing them says what to mend', async () => {
    await host().openPullRequest(repository, draft)
    gitlab.renameRepository(PATH, 'acme/handbook')
    expect(await host().findPullRequests(repository, 'docs/better')).toHaveLength(1)
    const moved = await failure(host().updatePullRequest(repository, 1, { body: 'x' }))
    expect([moved.code, moved.message]).toEqual([
      'git_host_misconfigured',
      expect.stringMatching(/moved or renamed/),
    ])
    gitlab.assertNoViolations()
  })
})

describe('failures', () => {
  it('tell a person what to mend', async () => {
    const wrong = await failure(host({ token: 'glpat-wrong' }).defaultBranch(repository))
    expect([wrong.code, wrong.isRetryable]).toEqual(['git_host_misconfigured', false])
    expect(wrong.message).toMatch(/GITLAB_TOKEN/)
    const narrow = host({ token: gitlab.createToken({ access: 'read' }) })
    const scopes = await failure(narrow.openPullRequest(repository, draft))
    expect([scopes.code, scopes.message]).toEqual([
      'git_host_misconfigured',
      expect.stringMatching(/scopes api and write_repository/),
    ])
    const reporter = host({ token: gitlab.createToken({ login: 'reader' }) })
    const role = await failure(reporter.openPullRequest(repository, draft))
    expect(role.message).toMatch(/acme\/web\/docs.*role Developer.*Protected branches/)
    const stranger = host({ token: gitlab.createToken({ login: 'stranger' }) })
    expect((await failure(stranger.defaultBranch(repository))).message).toMatch(/knows no project/)
    const none = await failure(host({ token: undefined }).remote(repository, { access: 'write' }))
    expect(none.message).toMatch(/GITLAB_TOKEN/)
    const anonymous = await host({ token: undefined }).remote(repository, { access: 'read' })
    expect(anonymous).toEqual({
      url: expect.stringMatching(/\.git$/),
      advice: expect.stringContaining('GITLAB_TOKEN'),
    })
    gitlab.archiveRepository(PATH)
    expect((await failure(host().openPullRequest(repository, draft))).message).toMatch(/archived/)
  })

  it('that pass are retryable, after the bounded attempts of the host itself', async () => {
    gitlab.fail('projects/show', { status: 503, times: 2 })
    expect(await host().defaultBranch(repository)).toBe('main')
    gitlab.fail('projects/show', { status: 503, times: 3 })
    const failed = await failure(host().defaultBranch(repository))
    expect([failed.code, failed.isRetryable]).toEqual(['git_host_failed', true])
    expect(count('projects/show')).toBe(6)
    gitlab.fail('projects/show', { disconnect: true, times: 3 })
    const broken = await failure(host().defaultBranch(repository))
    expect([broken.code, broken.isRetryable]).toEqual(['git_host_failed', true])
  })

  it('of a limit say when to come back, and a short limit is waited for once', async () => {
    gitlab.limitRate(90)
    const limited = await failure(host().defaultBranch(repository))
    expect([limited.code, limited.isRetryable, limited.retryAfterMs]).toEqual([
      'git_host_failed',
      true,
      90_000,
    ])
    gitlab.fail('projects/show', {
      status: 429,
      headers: { 'ratelimit-reset': String(Date.now() / 1000 + 30) },
    })
    expect((await failure(host().defaultBranch(repository))).retryAfterMs).toBeGreaterThan(25_000)
    gitlab.limitRate(1)
    expect(await host({ maxRateLimitWaitMs: 2000 }).defaultBranch(repository)).toBe('main')
    gitlab.limitRate(1, 2)
    expect((await failure(host({ maxRateLimitWaitMs: 2000 }).defaultBranch(repository))).retryAfterMs).toBe(
      1000,
    )
    expect(count('projects/show')).toBe(6)
  })

  it('of time are time-outs, and an abort ends a call at once with its reason', async () => {
    const never: typeof fetch = (_input, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    const slow = await failure(host({ timeoutMs: 100, retries: 0 }, never).defaultBranch(repository))
    expect([slow.code, slow.isRetryable]).toEqual(['timeout', true])
    const reason = new Error('enough')
    const controller = new AbortController()
    const call = host({}, never).defaultBranch(repository, { signal: controller.signal })
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
  })

  it('are not waited for after an abort', async () => {
    gitlab.fail('projects/show', { status: 503 })
    const controller = new AbortController()
    const reason = new Error('enough')
    const counting: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      queueMicrotask(() => controller.abort(reason))
      return response
    }
    const call = host({ retryDelayMs: 10_000 }, counting).defaultBranch(repository, {
      signal: controller.signal,
    })
    await expect(call).rejects.toBe(reason)
  })

  it('of a reply that is no JSON of GitLab are retryable and show no credential', async () => {
    const page: typeof fetch = async () => new Response(`<html>${token}</html>`, { status: 200 })
    const unreadable = await failure(host({}, page).defaultBranch(repository))
    expect([unreadable.code, unreadable.isRetryable]).toEqual(['git_host_failed', true])
    const gateway: typeof fetch = async () => new Response(`Bearer ${token}`, { status: 502 })
    const broken = await failure(host({ retries: 0 }, gateway).defaultBranch(repository))
    expect(`${broken.message} ${String(broken.cause)}`).not.toContain(token)
  })

  it('of a server that answers elsewhere name the address to mend', async () => {
    gitlab.fail('merge-requests/update', { status: 301, headers: { location: 'https://example.com/' } })
    await host().openPullRequest(repository, draft)
    const moved = await failure(host().updatePullRequest(repository, 1, { body: 'x' }))
    expect([moved.code, moved.message]).toEqual([
      'git_host_misconfigured',
      expect.stringMatching(/GITLAB_URL/),
    ])
  })

  it('to reopen what has a successor are final', async () => {
    await host().openPullRequest(repository, draft)
    await gitlab.closePull(PATH, 1)
    await host().openPullRequest(repository, draft)
    const refused = await failure(host().updatePullRequest(repository, 1, { state: 'open' }))
    expect([refused.code, refused.isRetryable]).toEqual(['git_host_failed', false])
  })

  it('of an older GitLab without raw diffs say so', async () => {
    await host().openPullRequest(repository, draft)
    gitlab.fail('merge-requests/raw-diffs', { status: 404 })
    expect((await failure(host().diff(repository, 1))).message).toMatch(/17\.10 or later/)
  })
})

it('gives remotes under the path of a GitLab that has one', async () => {
  const subject = host({ baseUrl: 'https://example.com/gitlab/' })
  expect(subject.matches('https://example.com/gitlab/acme/docs')).toBe(true)
  expect(subject.matches('https://example.com/acme/docs')).toBe(false)
  expect(await subject.remote('https://example.com/gitlab/acme/docs.git', { access: 'read' })).toEqual({
    url: 'https://example.com/gitlab/acme/docs.git',
    credentials: { username: 'oauth2', password: token },
  })
})

describe('a project that is to be pushed to', () => {
  const toWrite = (options: Parameters<typeof host>[0] = {}, send?: typeof fetch) =>
    host(options, send).remote(repository, { access: 'write' })

  it('is given to a Developer, and to read to whoever may see it', async () => {
    expect((await toWrite({ token: gitlab.createToken({ login: 'writer' }) })).url).toContain(PATH)
    const reader = gitlab.createToken({ login: 'reader' })
    expect((await host({ token: reader }).remote(repository, { access: 'read' })).url).toContain(PATH)
  })

  it('is refused at once to who may not push, and when it is archived', async () => {
    const refused = await failure(toWrite({ token: gitlab.createToken({ login: 'reader' }) }))
    expect(refused.code).toBe('git_host_misconfigured')
    expect(refused.message).toContain(`may not push to ${PATH}: give them the role Developer`)
    gitlab.archiveRepository(PATH)
    const archived = await failure(toWrite())
    expect(archived.code).toBe('git_host_misconfigured')
    expect(archived.message).toContain('is archived')
  })

  it('is refused to who is no member of a public one, and given to an administrator of GitLab', async () => {
    gitlab.repository(PATH).private = false
    const stranger = gitlab.createToken({ login: 'stranger' })
    expect((await failure(toWrite({ token: stranger }))).message).toContain('may not push')
    const asAdministrator: typeof fetch = async (url, init) => {
      const reply = await fetch(url, init)
      if (!String(url instanceof Request ? url.url : url).endsWith('/api/v4/user')) return reply
      return Response.json({ ...((await reply.json()) as object), is_admin: true })
    }
    expect((await toWrite({ token: stranger }, asAdministrator)).url).toContain(PATH)
  })
})
