import { DocentError, type Logger } from '@docent/core/plugin'
import { type SimulatedGithub, simulateGithub } from '@docent/simulators'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GithubGitHost } from './github-git-host.ts'
import { GithubOptions, resolveSettings } from './options.ts'

let github: SimulatedGithub
let repository: string
const warnings: string[] = []
const quiet = (): void => undefined
const logger: Logger = {
  debug: quiet,
  info: quiet,
  error: quiet,
  warn: (_fields, message) => warnings.push(message),
}
const BRANCH = 'docent/better'
const draft = { branch: BRANCH, base: 'main', title: 'Better docs', body: 'why', draft: false }

beforeEach(async () => {
  warnings.length = 0
  github = await simulateGithub({
    repositories: [
      { path: 'acme/docs', files: { 'README.md': 'hello\n' }, collaborators: { writer: 'write' } },
    ],
  })
  repository = `${github.origin}/acme/docs`
})
afterEach(async () => {
  try {
    github.assertNoViolations()
  } finally {
    await github.close()
  }
})

function host(options: object = {}, login = 'robot'): GithubGitHost {
  const parsed = GithubOptions.parse({
    token: github.createToken({ login, classic: true }),
    baseUrl: github.apiUrl,
    forks: 'use',
    writeIntervalMs: 0,
    retryDelayMs: 1,
    maxRateLimitWaitMs: 0,
    ...options,
  })
  return new GithubGitHost(resolveSettings(parsed, {}), { clock: { now: Date.now }, logger })
}

async function failure(work: Promise<unknown>): Promise<DocentError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!DocentError.is(error)) throw new Error(`expected a DocentError, got ${String(error)}`)
  return error
}

const count = (operation: string) => github.requests.filter((each) => each.operation === operation).length
/** As a job pushes: onto what upstream has, in the fork. */
async function push(text = 'better\n'): Promise<string> {
  const tip = (await github.git('acme/docs').branches()).get('main') ?? ''
  const fork = github.git('robot/docs')
  const commit = await fork.commit(BRANCH, { 'README.md': text }, { from: tip })
  await github.pull('acme/docs', 1).catch(() => undefined)
  return commit
}

describe('a token that may not push', () => {
  it('is refused at once, with both ways to mend it', async () => {
    const refusing = host({ forks: 'refuse' })
    await expect(refusing.remote(repository, { access: 'read' })).resolves.toBeDefined()
    const refused = await failure(refusing.remote(repository, { access: 'write', branch: BRANCH }))
    expect([refused.code, refused.isRetryable]).toEqual(['git_host_misconfigured', false])
    expect(refused.message).toMatch(/give it write access.*forks: "use"/)
    expect(github.repositories).toHaveLength(1)
    await expect(
      host({ forks: 'refuse' }, 'writer').remote(repository, { access: 'write' }),
    ).resolves.toBeDefined()
  })

  it('fetches from upstream, and pushes to a fork that is made once and waited for', async () => {
    github.delayForks(2)
    const subject = host()
    expect((await subject.remote(repository, { access: 'read' })).url).toBe(`${repository}.git`)
    const writing = await subject.remote(repository, { access: 'write', branch: BRANCH })
    expect(writing.url).toBe(`${github.origin}/robot/docs.git`)
    expect(count('git/get-ref')).toBeGreaterThan(1)
    for (const each of [subject, host()]) {
      expect((await each.remote(repository, { access: 'read', branch: BRANCH })).url).toBe(writing.url)
    }
    expect(count('repos/create-fork')).toBe(1)
  })

  it('gives up a fork that takes too long, and finds it later', async () => {
    github.delayForks(1)
    const late = await failure(host({ forkWaitMs: 0 }).remote(repository, { access: 'write' }))
    expect([late.code, late.isRetryable]).toEqual(['git_host_failed', true])
    expect(late.message).toMatch(/forkWaitMs/)
    await expect(host().remote(repository, { access: 'write' })).resolves.toBeDefined()
    expect(github.repositories).toHaveLength(2)
  })

  it('makes one fork although the reply was lost', async () => {
    github.fail('repos/create-fork', { status: 502, afterEffect: true })
    await expect(host().remote(repository, { access: 'write' })).resolves.toBeDefined()
    expect(github.repositories).toHaveLength(2)
  })

  it('uses its fork under whatever name, and takes no other repository for it', async () => {
    await github.addRepository({ path: 'robot/docs' })
    const { url } = await host().remote(repository, { access: 'write' })
    expect(url).toBe(`${github.origin}/robot/docs-1.git`)
    expect((await host().remote(repository, { access: 'write' })).url).toBe(url)
  })

  it('brings the default branch of the fork up to date, and goes on when it cannot', async () => {
    await host().remote(repository, { access: 'write' })
    const tip = await github.git('acme/docs').commit('main', { 'new.md': 'new\n' })
    const subject = host()
    await subject.remote(repository, { access: 'write' })
    expect((await github.git('robot/docs').branches()).get('main')).toBe(tip)
    await github.git('robot/docs').commit('main', { 'own.md': 'own\n' })
    await expect(subject.remote(repository, { access: 'write' })).resolves.toBeDefined()
    expect(warnings).toEqual(['a fork could not be brought up to date'])
  })

  it('makes the fork anew when it was deleted', async () => {
    const subject = host()
    await subject.remote(repository, { access: 'write' })
    await github.deleteRepository('robot/docs')
    await subject.remote(repository, { access: 'write' })
    expect(github.repository('robot/docs').parent).toBe(github.repository('acme/docs'))
  })

  it('opens one pull request from the fork, whose reply may be lost, and finds it again', async () => {
    await host().remote(repository, { access: 'write' })
    const commit = await push()
    github.fail('pulls/create', { disconnect: true, afterEffect: true })
    const opened = await host().openPullRequest(repository, draft)
    expect(opened).toMatchObject({
      number: 1,
      branch: BRANCH,
      base: 'main',
      headCommit: commit,
      state: 'open',
    })
    expect(opened.url).toBe(`${repository}/pull/1`)
    expect(await host().openPullRequest(repository, draft)).toMatchObject({ number: 1 })
    expect(await host().findPullRequests(repository, BRANCH)).toMatchObject([{ number: 1 }])
    const next = await push('even better\n')
    expect(await host().pullRequest(repository, 1)).toMatchObject({ headCommit: next })
    expect(await host().updatePullRequest(repository, 1, { title: 'T', draft: true })).toMatchObject({
      title: 'T',
      draft: true,
    })
    await host().comment(repository, 1, { body: 'done' })
    await github.mergePull('acme/docs', 1)
    expect(await host().findPullRequests(repository, BRANCH)).toMatchObject([{ number: 1, state: 'merged' }])
  })

  it('takes no branch of the same name elsewhere for its own', async () => {
    await host().remote(repository, { access: 'write' })
    await host({}, 'somebody').remote(repository, { access: 'write' })
    await github.git('somebody/docs').commit(BRANCH, { 'README.md': 'theirs\n' }, { from: 'main' })
    await host({}, 'somebody').openPullRequest(repository, draft)
    await github.git('acme/docs').commit(BRANCH, { 'README.md': 'upstream\n' }, { from: 'main' })
    const upstream = host({ forks: 'refuse' }, 'writer')
    await upstream.openPullRequest(repository, draft)
    expect(await host().findPullRequests(repository, BRANCH)).toEqual([])
    await push()
    expect((await host().openPullRequest(repository, draft)).number).toBe(3)
    expect(await upstream.findPullRequests(repository, BRANCH)).toMatchObject([{ number: 2 }])
  })

  it('tells of labels and reviewers that it may not set', async () => {
    await host().remote(repository, { access: 'write' })
    await push()
    const opened = await host().openPullRequest(repository, {
      ...draft,
      labels: ['docs'],
      reviewers: ['writer'],
    })
    expect(opened.refused).toEqual(['label docs', 'reviewer writer'])
  })

  it('says what to mend when the account owns the repository', async () => {
    await github.addRepository({ path: 'robot/own' })
    const own = await failure(host().remote(`${github.origin}/robot/own`, { access: 'write' }))
    expect([own.code, own.message]).toEqual([
      'git_host_misconfigured',
      expect.stringMatching(/cannot fork it\. Set forks: "refuse"/),
    ])
  })
})

it('a repository that is itself a fork gets its pull requests, and not what it was forked from', async () => {
  await host().remote(repository, { access: 'write' })
  const mine = `${github.origin}/robot/docs`
  await push()
  const subject = host({ forks: 'refuse' })
  await subject.remote(mine, { access: 'write' })
  expect((await subject.openPullRequest(mine, draft)).url).toBe(`${mine}/pull/1`)
  expect(await subject.findPullRequests(mine, BRANCH)).toHaveLength(1)
  expect(github.repository('acme/docs').pulls).toEqual([])
})

it('an App cannot own a fork, which is said when the server starts', () => {
  const parsed = GithubOptions.parse({ forks: 'use', app: { appId: 1, privateKey: 'x' } })
  expect(() => resolveSettings(parsed, {})).toThrow(/forks: "use" of git-github needs a token/)
})
