import { DocentError, defined, type Logger } from '@docent/core/plugin'
import { type GithubRepositorySeed, type SimulatedGithub, simulateGithub } from '@docent/simulators'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GithubGitHost } from './github-git-host.ts'
import { GithubOptions, resolveSettings } from './options.ts'

let github: SimulatedGithub
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
  github = await simulateGithub()
  await seed({
    path: 'acme/docs',
    private: true,
    collaborators: { writer: 'write', reader: 'read' },
    teams: ['editors'],
  })
  token = github.createToken({})
  repository = `${github.origin}/acme/docs`
})

afterEach(async () => {
  await github.close()
})

async function seed(repository: GithubRepositorySeed): Promise<void> {
  await github.addRepository(repository)
  await github.git(repository.path).commit('docs/better', { 'README.md': 'better\n' }, { from: 'main' })
}

/** A host that waits for nothing. */
function host(
  options: Partial<Parameters<typeof GithubOptions.parse>[0] & object> = {},
  fetching?: typeof fetch,
) {
  const settings = resolveSettings(
    GithubOptions.parse({
      token,
      baseUrl: github.apiUrl,
      writeIntervalMs: 0,
      retryDelayMs: 1,
      maxRateLimitWaitMs: 0,
      webhookSecret: 'hush',
      ...options,
    }),
    {},
  )
  return new GithubGitHost(settings, {
    clock: { now: () => Date.now() },
    logger,
    ...(fetching ? { fetch: fetching } : {}),
  })
}

function appHost(installationId?: number): GithubGitHost {
  const { id: appId, privateKey } = github.app
  return host({ token: undefined, app: { appId, privateKey, ...(installationId ? { installationId } : {}) } })
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
  github.requests.filter((each) => each.operation === operation).length

describe('pull requests', () => {
  it('are opened as drafts with labels and reviewers, and found in any state, newest first', async () => {
    const opened = await host().openPullRequest(repository, {
      ...draft,
      labels: ['docs'],
      reviewers: ['writer'],
    })
    expect(opened).toMatchObject({
      number: 1,
      state: 'open',
      draft: true,
      branch: 'docs/better',
      base: 'main',
      body: 'why',
    })
    expect(opened.url).toBe(`${repository}/pull/1`)
    expect(await github.pull('acme/docs', 1)).toMatchObject({ labels: ['docs'], reviewers: ['writer'] })
    await github.mergePull('acme/docs', 1)
    await github.git('acme/docs').commit('docs/better', { 'more.md': 'more\n' })
    await host().openPullRequest(repository, { ...draft, draft: false })
    const found = await host().findPullRequests(repository, 'docs/better')
    expect(found.map(({ number, state, draft }) => [number, state, draft])).toEqual([
      [2, 'open', false],
      [1, 'merged', true],
    ])
    expect(await host().findPullRequests(repository, 'other')).toEqual([])
    expect(await host().pullRequest(repository, 2)).toMatchObject({ headCommit: found[0]?.headCommit })
    expect(await host().pullRequest(repository, 9)).toBeUndefined()
    github.assertNoViolations()
  })

  it('are opened once when the reply is lost', async () => {
    github.fail('pulls/create', { status: 502, afterEffect: true })
    expect((await host().openPullRequest(repository, draft)).number).toBe(1)
    github.fail('pulls/create', { disconnect: true, afterEffect: true })
    expect((await host().openPullRequest(repository, draft)).number).toBe(1)
    expect(github.repository('acme/docs').pulls).toHaveLength(1)
    github.assertNoViolations()
  })

  it('survive names that GitHub refuses', async () => {
    const reviewers = ['nobody', 'writer', 'acme/writers', 'acme/editors']
    const labels = ['docs', 'x'.repeat(51)]
    const opened = await host().openPullRequest(repository, { ...draft, reviewers, labels })
    expect(opened).toMatchObject({
      number: 1,
      refused: [`label ${'x'.repeat(51)}`, 'reviewer nobody', 'reviewer acme/writers'],
    })
    expect(await github.pull('acme/docs', 1)).toMatchObject({
      labels: ['docs'],
      reviewers: ['writer'],
      teamReviewers: ['editors'],
    })
    expect(warnings).toHaveLength(3)
    github.assertNoViolations()
  })

  it('have as much of a title as GitHub takes', async () => {
    const title = 'Better docs. '.repeat(40)
    const opened = await host().openPullRequest(repository, { ...draft, title })
    expect(opened.title).toBe(title.slice(0, 256))
    github.assertNoViolations()
  })

  it('are drafts by their title where the plan has none', async () => {
    await seed({ path: 'acme/plain', draftPullRequests: false })
    const plain = `${github.origin}/acme/plain`
    expect(await host().openPullRequest(plain, draft)).toMatchObject({
      title: 'Draft: Better docs',
      draft: false,
    })
    expect(await host().updatePullRequest(plain, 1, { draft: false })).toMatchObject({ title: 'Better docs' })
    expect(await host().updatePullRequest(plain, 1, { draft: true })).toMatchObject({
      title: 'Draft: Better docs',
    })
    github.assertNoViolations()
  })

  it('change title, body, state and draft', async () => {
    const subject = host()
    await subject.openPullRequest(repository, draft)
    const ready = await subject.updatePullRequest(repository, 1, {
      draft: false,
      title: 'Ready',
      body: 'now',
    })
    expect(ready).toMatchObject({ draft: false, title: 'Ready', body: 'now' })
    expect(await subject.updatePullRequest(repository, 1, { draft: true })).toMatchObject({ draft: true })
    expect((await subject.updatePullRequest(repository, 1, { state: 'closed' })).state).toBe('closed')
    expect((await subject.updatePullRequest(repository, 1, { state: 'open' })).state).toBe('open')
    expect((await failure(subject.updatePullRequest(repository, 9, { title: 'x' }))).code).toBe('not_found')
    github.assertNoViolations()
  })

  it('show their diff, and take comments in the conversation and in a thread', async () => {
    const subject = host()
    await subject.openPullRequest(repository, draft)
    expect(await subject.diff(repository, 1)).toContain('+better\n')
    const first = await github.addComment('acme/docs', 1, {
      login: 'writer',
      body: 'why?',
      path: 'README.md',
      line: 1,
    })
    await subject.comment(repository, 1, { body: 'hello' })
    await subject.comment(repository, 1, { body: 'hello again', replyTo: 'issue:7' })
    await subject.comment(repository, 1, { body: 'because', replyTo: `review:99:${first.id}` })
    const pull = await github.pull('acme/docs', 1)
    expect(pull.comments.map((each) => each.body)).toEqual(['hello', 'hello again'])
    expect(pull.reviewComments.map((each) => [each.body, each.inReplyTo])).toEqual([
      ['why?', undefined],
      ['because', first.id],
    ])
    expect((await failure(subject.comment(repository, 9, { body: 'x' }))).code).toBe('not_found')
    expect((await failure(subject.diff(repository, 9))).code).toBe('not_found')
    github.fail('issues/create-comment', { status: 502, afterEffect: true })
    expect((await failure(subject.comment(repository, 1, { body: 'once' }))).isRetryable).toBe(true)
    expect((await github.pull('acme/docs', 1)).comments).toHaveLength(3)
    github.assertNoViolations()
  })

  it('are searched for a comment, in the conversation or in the threads, however many there are', async () => {
    const subject = host()
    await subject.openPullRequest(repository, draft)
    const line = await github.addComment('acme/docs', 1, {
      login: 'writer',
      body: 'why?',
      path: 'README.md',
      line: 1,
    })
    for (let i = 0; i < 101; i++)
      await github.addComment('acme/docs', 1, { login: 'reader', body: `no ${i}` })
    await subject.comment(repository, 1, { body: '<!-- mark-1 -->\nhello' })
    await subject.comment(repository, 1, {
      body: '<!-- mark-2 -->\nbecause',
      replyTo: `review:99:${line.id}`,
    })
    const has = (text: string, replyTo?: string) =>
      subject.hasComment(repository, 1, { text, ...defined({ replyTo }) })
    expect(await has('<!-- mark-1 -->')).toBe(true)
    expect(await has('<!-- mark-1 -->', 'issue:7')).toBe(true)
    expect(await has('<!-- mark-2 -->', `review:99:${line.id}`)).toBe(true)
    expect(await has('<!-- mark-2 -->')).toBe(false)
    expect(await has('<!-- mark-3 -->', `review:99:${line.id}`)).toBe(false)
    expect((await failure(subject.hasComment(repository, 9, { text: 'x' }))).code).toBe('not_found')
    github.assertNoViolations()
  })

  it('of a repository that was renamed are found under the old URL', async () => {
    await host().openPullRequest(repository, draft)
    github.renameRepository('acme/docs', 'handbook')
    expect(await host().findPullRequests(repository, 'docs/better')).toHaveLength(1)
    expect(await host().defaultBranch(repository)).toBe('main')
    expect((await host().updatePullRequest(repository, 1, { title: 'Moved' })).title).toBe('Moved')
    github.assertNoViolations()
  })
})

describe('a GitHub App', () => {
  it('hands out tokens for one repository with no more than the access asked for', async () => {
    const id = github.installApp('acme')
    const reading = await appHost().remote(repository, { access: 'read' })
    expect(reading).toMatchObject({ url: `${repository}.git`, credentials: { username: 'x-access-token' } })
    expect(reading.expiresAt).toBeGreaterThan(Date.now())
    const writing = await appHost(id).remote(`${repository}.git`, { access: 'write' })
    expect(writing.credentials?.password).not.toBe(reading.credentials?.password)
    const asked = github.requests.filter((each) => each.operation === 'apps/create-installation-access-token')
    expect(asked.map((each) => each.body)).toEqual([
      { repositories: ['docs'], permissions: { contents: 'read' } },
      { repositories: ['docs'], permissions: { contents: 'write' } },
    ])
    github.assertNoViolations()
  })

  it('opens pull requests, uses a token again, and makes another when one was revoked', async () => {
    github.installApp('acme')
    const subject = appHost()
    await subject.openPullRequest(repository, draft)
    await subject.updatePullRequest(repository, 1, { title: 'Again' })
    expect(count('apps/create-installation-access-token')).toBe(1)
    github.expireInstallationTokens()
    expect((await subject.updatePullRequest(repository, 1, { title: 'Anew' })).title).toBe('Anew')
    expect(count('apps/create-installation-access-token')).toBe(2)
    github.assertNoViolations()
  })

  it('is found again when it was installed anew', async () => {
    const first = github.installApp('acme')
    const subject = appHost()
    await subject.remote(repository, { access: 'read' })
    github.uninstallApp(first)
    github.installApp('acme')
    await expect(subject.remote(repository, { access: 'write' })).resolves.toBeDefined()
    github.assertNoViolations()
  })

  it('says what to mend when it is not installed, does not cover the repository, or may too little', async () => {
    const absent = await failure(appHost().remote(repository, { access: 'write' }))
    expect([absent.code, absent.message]).toEqual([
      'git_host_misconfigured',
      expect.stringMatching(/not installed on acme\/docs/),
    ])
    const id = github.installApp('acme', { repositories: ['docs'], permissions: { contents: 'read' } })
    expect((await failure(appHost().remote(repository, { access: 'write' }))).message).toMatch(
      /lacks permissions on acme\/docs/,
    )
    await seed({ path: 'acme/other', private: true })
    const other = `${github.origin}/acme/other`
    expect((await failure(appHost(id).remote(other, { access: 'read' }))).message).toMatch(
      /does not cover acme\/other/,
    )
    github.suspendInstallation(id)
    expect((await failure(appHost().remote(repository, { access: 'read' }))).message).toMatch(/suspended/)
    const broken = host({ token: undefined, app: { appId: 1, privateKey: 'nonsense' } })
    expect((await failure(broken.remote(repository, { access: 'read' }))).message).toMatch(
      /GITHUB_APP_PRIVATE_KEY/,
    )
  })
})

describe('failures', () => {
  it('tell a person what to mend', async () => {
    const wrong = await failure(host({ token: 'ghp_wrong' }).defaultBranch(repository))
    expect([wrong.code, wrong.isRetryable]).toEqual(['git_host_misconfigured', false])
    expect(wrong.message).toMatch(/GITHUB_TOKEN/)
    const reading = github.createToken({ permissions: { contents: 'read', pull_requests: 'read' } })
    const small = await failure(host({ token: reading }).openPullRequest(repository, draft))
    expect(small.message).toMatch(/acme\/docs.*"Read and write"/)
    const gone = await failure(host().defaultBranch(`${github.origin}/acme/absent`))
    expect([gone.code, gone.message]).toEqual([
      'git_host_misconfigured',
      expect.stringMatching(/acme\/absent/),
    ])
    const base = await failure(host().openPullRequest(repository, { ...draft, base: 'trunk' }))
    expect([base.code, base.message]).toEqual([
      'git_host_misconfigured',
      expect.stringMatching(/base branch/),
    ])
    const none = await failure(host({ token: undefined }).remote(repository, { access: 'write' }))
    expect(none.message).toMatch(/GITHUB_TOKEN.*GITHUB_APP_ID/)
    const anonymous = await host({ token: undefined }).remote(repository, { access: 'read' })
    expect(anonymous).toEqual({
      url: expect.stringMatching(/acme\/docs\.git$/),
      advice: expect.stringContaining('Set GITHUB_TOKEN'),
    })
    const foreign = await failure(host().remote('https://example.com/acme/docs', { access: 'read' }))
    expect(foreign.code).toBe('git_host_misconfigured')
    expect((await failure(host().pullRequest(`${github.origin}/acme/absent`, 1))).code).toBe(
      'git_host_misconfigured',
    )
  })

  it('that pass are retryable, after the bounded attempts of the host itself', async () => {
    github.fail('repos/get', { status: 503, times: 2 })
    expect(await host().defaultBranch(repository)).toBe('main')
    github.fail('repos/get', { status: 503, times: 3 })
    const failed = await failure(host().defaultBranch(repository))
    expect([failed.code, failed.isRetryable]).toEqual(['git_host_failed', true])
    expect(count('repos/get')).toBe(6)
    github.fail('repos/get', { disconnect: true, times: 3 })
    const broken = await failure(host().defaultBranch(repository))
    expect([broken.code, broken.isRetryable]).toEqual(['git_host_failed', true])
  })

  it('of a limit say when to come back, and a short limit is waited for', async () => {
    github.exhaustRateLimit(90)
    const limited = await failure(host().defaultBranch(repository))
    expect([limited.code, limited.isRetryable]).toEqual(['git_host_failed', true])
    expect(limited.retryAfterMs).toBeGreaterThan(80_000)
    github.restoreRateLimit()
    github.limitSecondarily(120)
    expect((await failure(host().defaultBranch(repository))).retryAfterMs).toBe(120_000)
    github.limitSecondarily(1)
    expect(await host({ maxRateLimitWaitMs: 2000 }).defaultBranch(repository)).toBe('main')
  })

  it('are made rarer by a pause between two writes', async () => {
    await host().openPullRequest(repository, draft)
    const subject = host({ writeIntervalMs: 300 })
    const begin = performance.now()
    await subject.updatePullRequest(repository, 1, { title: 'one' })
    await subject.updatePullRequest(repository, 1, { title: 'two' })
    expect(performance.now() - begin).toBeGreaterThan(290)
  })

  it('of time are time-outs, and an abort ends a call at once with its reason', async () => {
    const never: typeof fetch = (_input, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    const slow = await failure(host({ timeoutMs: 100, retries: 0 }, never).defaultBranch(repository))
    expect([slow.code, slow.isRetryable]).toEqual(['timeout', true])
    const controller = new AbortController()
    const reason = new Error('enough')
    const call = host({}, never).defaultBranch(repository, { signal: controller.signal })
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
    const late = host().remote(repository, { access: 'read', signal: controller.signal })
    await expect(late).rejects.toBe(reason)
  })

  it('of a diff that breaks off is no empty diff', async () => {
    await host().openPullRequest(repository, draft)
    const cut: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      const isDiff = response.headers.get('content-type')?.includes('diff')
      return isDiff ? new Response('', { headers: response.headers }) : response
    }
    expect((await failure(host({}, cut).diff(repository, 1))).isRetryable).toBe(true)
  })

  it('never show a credential', async () => {
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
    github.fail('repos/get', { status: 418, message: `no tea for Bearer ${secret}` })
    const shown = await failure(host({ token: secret }).defaultBranch(repository))
    const everything = JSON.stringify([
      shown,
      shown.message,
      String(shown.cause),
      Object.entries(shown.cause ?? {}),
    ])
    expect(everything).toContain('no tea')
    expect(everything).not.toContain('abcdefghij')
  })
})

describe('webhooks', () => {
  const receive = (
    event: string,
    payload: Record<string, unknown>,
    change: { headers?: Record<string, string>; secret?: string } = {},
  ) => {
    const delivery = github.webhook(event, payload, change.secret ?? 'hush')
    return host().webhook({ headers: { ...delivery.headers, ...change.headers }, body: delivery.body })
  }

  it('of pushes, pull requests and comments are verified and read', async () => {
    const commit = await github.git('acme/docs').commit('docs/better', { 'more.md': 'more\n' })
    await host().openPullRequest(repository, draft)
    const kept = github.repository('acme/docs')
    const pull = await github.pull('acme/docs', 1)
    const push = github.payloads.push(kept, { branch: 'docs/better', before: commit, after: commit, at: 0 })
    expect(await receive('push', push)).toMatchObject({
      kind: 'push',
      repository,
      branch: 'docs/better',
      commit,
    })
    await github.mergePull('acme/docs', 1)
    const closed = github.payloads.pullRequest(kept, pull, 'closed')
    expect(await receive('pull_request', closed)).toMatchObject({
      kind: 'pull-request',
      number: 1,
      state: 'merged',
    })
    const said = async (login: string) => {
      const comment = await github.addComment('acme/docs', 1, { login, body: 'please' })
      return receive('issue_comment', github.payloads.issueComment(kept, pull, comment))
    }
    expect(await said('writer')).toMatchObject({ kind: 'comment', author: 'writer', authorCanWrite: true })
    expect(await said('reader')).toMatchObject({ authorCanWrite: false })
    expect(await said('stranger')).toMatchObject({ authorCanWrite: false })
    const line = await github.addComment('acme/docs', 1, {
      login: 'writer',
      body: 'x',
      path: 'README.md',
      line: 3,
    })
    const review = github.payloads.reviewComment(kept, pull, { ...line, inReplyTo: 5 })
    expect(await receive('pull_request_review_comment', review)).toMatchObject({
      commentId: `review:${line.id}:5`,
      path: 'README.md',
      line: 3,
    })
    const reviewed = (state: 'approved' | 'changes_requested', body: string) =>
      receive(
        'pull_request_review',
        github.payloads.review(kept, pull, { id: 12, login: 'writer', body, state }),
      )
    expect(await reviewed('changes_requested', 'Shorter.')).toMatchObject({
      kind: 'comment',
      commentId: 'review-text:12',
      body: 'Shorter.',
      isReview: true,
      authorCanWrite: true,
    })
    expect(await reviewed('approved', 'Nice.')).not.toHaveProperty('isReview')
    expect(await reviewed('changes_requested', '')).toMatchObject({ kind: 'ignored' })
    for (const [event, payload] of [
      ['issue_comment', github.payloads.issueComment(kept, pull, line)],
      ['pull_request_review_comment', github.payloads.reviewComment(kept, pull, line)],
    ] as const) {
      expect(await receive(event, { ...payload, action: 'edited', changes: {} })).toMatchObject({
        kind: 'ignored',
      })
    }
    // What a merge queue builds is on branches of its own, and no documentation yet.
    expect(await receive('merge_group', { action: 'checks_requested' })).toMatchObject({ kind: 'ignored' })
    expect(await receive('ping', github.payloads.ping(kept))).toMatchObject({
      kind: 'ignored',
      event: 'ping',
    })
    github.assertNoViolations()
  })

  it('with a wrong or missing signature are refused', async () => {
    const payload = github.payloads.ping(github.repository('acme/docs'))
    expect((await failure(receive('ping', payload, { secret: 'other' }))).code).toBe('unauthorized')
    const headers = { 'x-hub-signature-256': '' }
    expect((await failure(receive('ping', payload, { headers }))).code).toBe('unauthorized')
    const open = host({ webhookSecret: undefined })
    expect(open.capabilities.webhooks).toBe(false)
    const empty = failure(open.webhook({ headers: {}, body: new Uint8Array() }))
    expect((await empty).message).toMatch(/GITHUB_WEBHOOK_SECRET/)
  })

  it('that no payload of GitHub fits are invalid requests', async () => {
    const { signWebhook } = await import('@docent/simulators')
    const delivery = signWebhook('push', { ref: 5 }, 'hush')
    expect((await failure(host().webhook(delivery))).code).toBe('invalid_request')
  })
})
