import { DocentError, type Logger } from '@docent/core/plugin'
import { type SimulatedGitea, simulateGitea } from '@docent/simulators'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GiteaGitHost } from './gitea-git-host.ts'
import { GiteaOptions, resolveSettings } from './options.ts'

const PATH = 'acme/docs'
let gitea: SimulatedGitea
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
  gitea = await simulateGitea({
    repositories: [
      {
        path: PATH,
        private: true,
        members: { writer: 'writer', reader: 'reader' },
        labels: ['bug', 'docs', 'docent'],
      },
    ],
  })
  await gitea.git(PATH).commit('docs/better', { 'README.md': 'better\n' }, { from: 'main' })
  token = gitea.createToken()
  repository = gitea.url(PATH)
})

afterEach(async () => {
  await gitea.close()
})

/** A host that waits for nothing. */
function host(options: Partial<Parameters<typeof GiteaOptions.parse>[0] & object> = {}, send?: typeof fetch) {
  const settings = GiteaOptions.parse({
    token,
    baseUrl: gitea.origin,
    retryDelayMs: 1,
    maxRateLimitWaitMs: 0,
    webhookSecret: 'hush',
    ...options,
  })
  return new GiteaGitHost(resolveSettings(settings, {}), {
    clock: { now: Date.now },
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
  gitea.requests.filter((each) => each.operation === operation).length

describe('pull requests', () => {
  it('are opened with the labels and reviewers that the server knows', async () => {
    const opened = await host().openPullRequest(repository, {
      ...draft,
      labels: ['docs', 'nothing', 'docent'],
      reviewers: ['nobody', 'writer'],
    })
    expect(opened).toMatchObject({ number: 1, draft: true, title: 'Better docs' })
    expect(opened.refused).toEqual(['label nothing', 'reviewer nobody'])
    expect(opened.url).toBe(`${repository}/pulls/1`)
    const kept = await gitea.pull(PATH, 1)
    expect(kept).toMatchObject({ title: 'WIP: Better docs', labels: ['docs', 'docent'] })
    expect(kept.reviewers.map((each) => each.login)).toEqual(['writer'])
    expect(warnings).toEqual([
      'The git host knows no such labels',
      'The git host refused a reviewer of a pull request',
    ])
    gitea.assertNoViolations()
  })

  it('stay drafts when only their title changes, and are not made drafts by a title', async () => {
    const subject = host({ draftPrefix: '[WIP] ' })
    await subject.openPullRequest(repository, draft)
    expect((await gitea.pull(PATH, 1)).title).toBe('[WIP] Better docs')
    expect(await subject.updatePullRequest(repository, 1, { title: 'Best docs' })).toMatchObject({
      draft: true,
      title: 'Best docs',
    })
    const ready = await subject.updatePullRequest(repository, 1, { title: 'wip: Draft: Done', draft: false })
    expect(ready).toMatchObject({ draft: false, title: 'Done' })
    expect((await gitea.pull(PATH, 1)).title).toBe('Done')
    expect(await subject.updatePullRequest(repository, 1, {})).toMatchObject({ title: 'Done' })
    gitea.assertNoViolations()
  })

  it('are opened once when the reply is lost', async () => {
    gitea.fail('pulls/create', { status: 502, afterEffect: true })
    expect((await host().openPullRequest(repository, draft)).number).toBe(1)
    gitea.fail('pulls/create', { disconnect: true, afterEffect: true })
    expect((await host().openPullRequest(repository, draft)).number).toBe(1)
    expect(gitea.repository(PATH).pulls).toHaveLength(1)
    gitea.assertNoViolations()
  })

  it('are found on every page, among those of other branches, and when their branch is deleted', async () => {
    await gitea.git(PATH).commit('docs/other', { 'README.md': 'other\n' }, { from: 'main' })
    for (let number = 1; number <= 60; number += 1) {
      const branch = number === 2 ? 'docs/better' : 'docs/other'
      await host().openPullRequest(repository, { ...draft, branch })
      await gitea.closePull(PATH, number)
    }
    await gitea.git(PATH).deleteBranch('docs/better')
    const found = await host().findPullRequests(repository, 'docs/better')
    expect(found.map(({ number, branch }) => [number, branch])).toEqual([[2, 'docs/better']])
    expect(count('pulls/list')).toBe(2)
    gitea.assertNoViolations()
  })

  it('take comments, each sent once', async () => {
    const subject = host()
    await subject.openPullRequest(repository, draft)
    await subject.comment(repository, 1, { body: 'hello' })
    await subject.comment(repository, 1, { body: 'because', replyTo: 'review:7' })
    expect((await failure(subject.comment(repository, 9, { body: 'x' }))).code).toBe('not_found')
    gitea.fail('comments/create', { status: 502, afterEffect: true })
    expect((await failure(subject.comment(repository, 1, { body: 'once' }))).isRetryable).toBe(true)
    const comments = (await gitea.pull(PATH, 1)).comments
    expect(comments.map((each) => each.body)).toEqual(['hello', 'because', 'once'])
    for (let i = 0; i < 101; i++) await gitea.addComment(PATH, 1, { login: 'writer', body: `no ${i}` })
    const thread = { text: 'because', replyTo: 'review:7' }
    expect(await subject.hasComment(repository, 1, thread)).toBe(true)
    expect(await subject.hasComment(repository, 1, { text: 'why not' })).toBe(false)
    expect((await failure(subject.hasComment(repository, 9, { text: 'x' }))).code).toBe('not_found')
    gitea.assertNoViolations()
  })

  it('of a repository that was renamed are found and changed under the old URL', async () => {
    await host().openPullRequest(repository, draft)
    gitea.renameRepository(PATH, 'acme/handbook')
    expect(await host().findPullRequests(repository, 'docs/better')).toHaveLength(1)
    expect((await host().updatePullRequest(repository, 1, { body: 'Moved' })).body).toBe('Moved')
    gitea.assertNoViolations()
  })
})

describe('failures', () => {
  it('tell a person what to mend', async () => {
    const wrong = await failure(host({ token: 'wrong' }).defaultBranch(repository))
    expect([wrong.code, wrong.isRetryable]).toEqual(['git_host_misconfigured', false])
    expect(wrong.message).toMatch(/GITEA_TOKEN/)
    const narrow = host({ token: gitea.createToken({ access: 'read' }) })
    const scopes = await failure(narrow.openPullRequest(repository, draft))
    expect([scopes.code, scopes.message]).toEqual([
      'git_host_misconfigured',
      expect.stringMatching(/scopes write:repository and write:issue/),
    ])
    const reader = host({ token: gitea.createToken({ login: 'reader' }) })
    const role = await failure(reader.openPullRequest(repository, draft))
    expect(role.message).toMatch(/acme\/docs.*permission Write.*branch protection/)
    const stranger = host({ token: gitea.createToken({ login: 'stranger' }) })
    expect((await failure(stranger.defaultBranch(repository))).message).toMatch(/knows no repository/)
    const none = await failure(host({ token: undefined }).remote(repository, { access: 'write' }))
    expect(none.message).toMatch(/GITEA_TOKEN/)
    const anonymous = await host({ token: undefined }).remote(repository, { access: 'read' })
    expect(anonymous).toEqual({
      url: expect.stringMatching(/acme\/docs\.git$/),
      advice: expect.stringContaining('GITEA_TOKEN'),
    })
    gitea.archiveRepository(PATH)
    expect((await failure(host().openPullRequest(repository, draft))).message).toMatch(/archived/)
  })

  it('that pass are retryable, after the bounded attempts of the host itself', async () => {
    gitea.fail('repos/get', { status: 503, times: 2 })
    expect(await host().defaultBranch(repository)).toBe('main')
    gitea.fail('repos/get', { disconnect: true, times: 3 })
    const broken = await failure(host().defaultBranch(repository))
    expect([broken.code, broken.isRetryable]).toEqual(['git_host_failed', true])
    expect(count('repos/get')).toBe(6)
  })

  it('of a limit say when to come back, and a short limit is waited for once', async () => {
    gitea.limitRate(90)
    const limited = await failure(host().defaultBranch(repository))
    expect([limited.code, limited.isRetryable, limited.retryAfterMs]).toEqual([
      'git_host_failed',
      true,
      90_000,
    ])
    gitea.fail('repos/get', { status: 429 })
    expect((await failure(host().defaultBranch(repository))).retryAfterMs).toBe(60_000)
    gitea.limitRate(1)
    expect(await host({ maxRateLimitWaitMs: 2000 }).defaultBranch(repository)).toBe('main')
    expect(count('repos/get')).toBe(4)
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

  it('of a server that answers elsewhere name the address to mend, and the token stays here', async () => {
    await host().openPullRequest(repository, draft)
    for (const status of [301, 307]) {
      gitea.fail('pulls/edit', { status, headers: { location: 'https://example.com/' } })
      const moved = await failure(host().updatePullRequest(repository, 1, { body: 'x' }))
      expect([moved.code, moved.message]).toEqual([
        'git_host_misconfigured',
        expect.stringMatching(/GITEA_URL/),
      ])
    }
  })

  it('of a reply that is no JSON are retryable and show no credential', async () => {
    const page: typeof fetch = async () => new Response(`<html>${token}</html>`, { status: 200 })
    const unreadable = await failure(host({}, page).defaultBranch(repository))
    expect([unreadable.code, unreadable.isRetryable]).toEqual(['git_host_failed', true])
    const gateway: typeof fetch = async () => new Response(`token ${token}`, { status: 502 })
    const broken = await failure(host({ retries: 0 }, gateway).defaultBranch(repository))
    expect(`${broken.message} ${String(broken.cause)}`).not.toContain(token)
  })
})

it('gives remotes under the path of a server that has one', async () => {
  const subject = host({ baseUrl: 'https://example.com/git/' })
  expect(subject.matches('https://example.com/git/acme/docs')).toBe(true)
  expect(subject.matches('https://example.com/acme/docs')).toBe(false)
  expect(await subject.remote('https://example.com/git/acme/docs.git', { access: 'read' })).toEqual({
    url: 'https://example.com/git/acme/docs.git',
    credentials: { username: 'oauth2', password: token },
  })
})

it('gives a repository to be pushed to only to who may push, and not when it is archived', async () => {
  const toWrite = (as?: string) =>
    host(as === undefined ? {} : { token: gitea.createToken({ login: as }) }).remote(repository, {
      access: 'write',
    })
  expect((await toWrite('writer')).url).toContain(PATH)
  const refused = await failure(toWrite('reader'))
  expect(refused.code).toBe('git_host_misconfigured')
  expect(refused.message).toContain(`may not push to ${PATH}: make them a collaborator`)
  gitea.archiveRepository(PATH)
  const archived = await failure(toWrite())
  expect(archived.code).toBe('git_host_misconfigured')
  expect(archived.message).toContain('is archived')
})
