import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PullRequestDraft } from '@docent/core/plugin'
import { runGit } from '@docent/git'
import { type ContractRepository, ManualClock, makeGitOrigin } from '@docent/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LocalGitHost } from './local-git-host.ts'

const BRANCH = 'docent/job'
const draft: PullRequestDraft = { branch: BRANCH, base: 'main', title: 'Docs', body: 'why', draft: false }

describe('LocalGitHost', () => {
  let directory: string
  let gitDir: string
  let origin: ContractRepository
  let host: LocalGitHost
  const clock = new ManualClock()
  const makeHost = () =>
    new LocalGitHost({ roots: [directory], publicUrl: () => 'http://docs.test', now: () => clock.now() })

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'git-local-'))
    gitDir = join(directory, 'docs.git')
    origin = await makeGitOrigin(gitDir, { 'a.md': 'one\n' })
    host = makeHost()
  })
  afterEach(() => rm(directory, { recursive: true }))

  test('names the default branch beside a tag of the same name', async () => {
    await runGit(['tag', 'main', 'refs/heads/main'], { gitDir })
    expect(await host.defaultBranch(origin.url)).toBe('main')
  })

  test('keeps pull requests in a repository with SHA-256', async () => {
    await rm(gitDir, { recursive: true })
    origin = await makeGitOrigin(gitDir, { 'a.md': 'one\n' }, { format: 'sha256' })
    expect(await push()).toHaveLength(64)
    const pull = await open()
    expect(await host.findPullRequests(origin.url, BRANCH)).toMatchObject([
      { number: pull.number, state: 'open' },
    ])
    await push('docent/other')
    expect((await open({ branch: 'docent/other' })).number).toBe(pull.number + 1)
  })

  const push = (branch = BRANCH, content = 'two\n') =>
    origin.commitDirectly(branch, { 'a.md': content }, { from: 'main' })
  const open = (patch: Partial<PullRequestDraft> = {}, by = host) =>
    by.openPullRequest(origin.url, { ...draft, ...patch })
  const state = async (number: number) => (await host.pullRequest(origin.url, number))?.state

  const tokenOf = (url: string) => new URL(url).pathname.slice('/pulls/'.length)
  const refs = async () => {
    const { stdout } = await runGit(['for-each-ref', '--format=%(refname) %(objectname)', 'refs/docent/'], {
      gitDir,
    })
    const lines = stdout.toString().split('\n').filter(Boolean)
    return lines.map((line) => line.split(' '))
  }
  /** As a repository was before pull requests were found by refs of their own. */
  const withoutIndex = async () => {
    for (const [ref = '', blob = ''] of await refs()) {
      if (/^refs\/docent\/(newest-pull|pulls-of|pull-tokens)/.test(ref)) {
        await runGit(['update-ref', '-d', ref], { gitDir })
      }
      if (!ref.startsWith('refs/docent/pulls/')) continue
      const { stdout } = await runGit(['cat-file', 'blob', blob], { gitDir })
      const { previous: _, ...record } = JSON.parse(stdout.toString()) as { previous?: number }
      const written = await runGit(['hash-object', '-w', '--stdin'], {
        gitDir,
        input: JSON.stringify(record),
      })
      await runGit(['update-ref', ref, written.stdout.toString().trim()], { gitDir })
    }
  }

  test('opens one pull request of a branch for many at once, each with its own host', async () => {
    await push()
    const all = await Promise.all(Array.from({ length: 8 }, () => open({}, makeHost())))
    expect(new Set(all.map(({ url }) => url)).size).toBe(1)
    expect(await host.findPullRequests(origin.url, BRANCH)).toHaveLength(1)
  })

  test('allots every number once, to many branches at once', async () => {
    const branches = Array.from({ length: 8 }, (_, index) => `docent/${index}`)
    for (const branch of branches) await push(branch)
    const all = await Promise.all(branches.map((branch) => open({ branch }, makeHost())))
    expect(all.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('never gives a number again, whatever became of its pull request', async () => {
    await push()
    const first = await open()
    await host.updatePullRequest(origin.url, first.number, { state: 'closed' })
    await origin.moveBranch(BRANCH, undefined)
    await push()
    expect((await open()).number).toBe(2)
  })

  test('keeps the pull requests of the same branch into two bases apart', async () => {
    await origin.commitDirectly('next', { 'next.md': 'x' }, { from: 'main' })
    await push()
    const [one, two] = [await open(), await open({ base: 'next' })]
    expect([one.number, two.number]).toEqual([1, 2])
  })

  test('keeps changes of two processes to one pull request', async () => {
    await push()
    const { number } = await open()
    await Promise.all([
      host.updatePullRequest(origin.url, number, { title: 'New' }),
      makeHost().updatePullRequest(origin.url, number, { body: 'new' }),
    ])
    expect(await host.pullRequest(origin.url, number)).toMatchObject({ title: 'New', body: 'new' })
  })

  test('calls a branch that was merged by a push merged, and keeps to it when the branch goes on', async () => {
    const head = await push()
    const { number } = await open()
    await origin.moveBranch('main', head)
    expect(await state(number)).toBe('merged')
    await push(BRANCH, 'three\n')
    expect(await state(number)).toBe('merged')
    expect((await open()).number).toBe(2)
  })

  test('calls a branch that was merged and deleted merged, one that was only deleted closed', async () => {
    const head = await push()
    await push('docent/other', 'other\n')
    const [merged, closed] = [await open(), await open({ branch: 'docent/other' })]
    await origin.moveBranch('main', head)
    await origin.moveBranch(BRANCH, undefined)
    await origin.moveBranch('docent/other', undefined)
    expect([await state(merged.number), await state(closed.number)]).toEqual(['merged', 'closed'])
  })

  test('keeps what is merged merged when it is asked to close or reopen it', async () => {
    await push()
    const { number } = await open()
    await host.merge(origin.url, number)
    for (const next of ['closed', 'open'] as const) {
      expect((await host.updatePullRequest(origin.url, number, { state: next })).state).toBe('merged')
    }
  })

  test('merges with both parents, at the time of the clock', async () => {
    const head = await push()
    const base = await origin.commitDirectly('main', { 'b.md': 'b' })
    await host.merge(origin.url, (await open()).number)
    const tip = (await origin.tip('main')) ?? ''
    expect(await origin.parents(tip)).toEqual([base, head])
    const { stdout } = await runGit(['log', '-1', '--format=%ct %s', tip], { gitDir })
    expect(stdout.toString().trim()).toBe(`${Math.floor(clock.now() / 1000)} Merge pull request 1: Docs`)
  })

  test('refuses to merge what conflicts, what is merged, and what is not there', async () => {
    await push()
    const { number } = await open()
    await origin.commitDirectly('main', { 'a.md': 'other\n' })
    await expect(host.merge(origin.url, number)).rejects.toMatchObject({ code: 'push_conflict' })
    await host.updatePullRequest(origin.url, number, { state: 'closed' })
    await expect(host.merge(origin.url, number)).rejects.toMatchObject({ code: 'conflict' })
    await expect(host.merge(origin.url, 99)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('shows the changes of a merged, a deleted and pruned, and a growing pull request', async () => {
    await push()
    const { number } = await open()
    await push(BRANCH, 'three\n')
    const diff = await host.diff(origin.url, number)
    expect(diff).toContain('-one\n+three\n')
    await origin.moveBranch(BRANCH, undefined)
    await runGit(['gc', '--quiet', '--prune=now'], { gitDir })
    // The head that was seen last stays reachable.
    expect(await host.diff(origin.url, number)).toMatch(/-one\n\+(two|three)\n/)
    await push('docent/next', 'four\n')
    const next = await open({ branch: 'docent/next' })
    await host.merge(origin.url, next.number)
    await origin.commitDirectly('main', { 'later.md': 'later' })
    expect(await host.diff(origin.url, next.number)).toMatch(/-one\n\+four\n$/)
  })

  test('refuses a branch with nothing new', async () => {
    await origin.moveBranch(BRANCH, await origin.tip('main'))
    await expect(open()).rejects.toThrow(/no commits that main lacks/)
  })

  test('finds what was stored before there was an index, and goes on with its numbers', async () => {
    await push()
    await push('docent/other', 'other\n')
    const [first, other] = [await open(), await open({ branch: 'docent/other' })]
    await host.merge(origin.url, first.number)
    await push(BRANCH, 'three\n')
    const second = await open()
    await withoutIndex()
    expect((await makeHost().findPullRequests(origin.url, BRANCH)).map(({ number }) => number)).toEqual([
      3, 1,
    ])
    await withoutIndex()
    expect(await open({}, makeHost())).toEqual(second)
    expect(await open({ branch: 'docent/other' })).toEqual(other)
    await withoutIndex()
    expect((await host.findByToken(tokenOf(other.url)))?.pull).toEqual(other)
    await push('docent/next', 'next\n')
    expect((await open({ branch: 'docent/next' })).number).toBe(4)
  })

  test('finds the pull request of a process that died between two refs', async () => {
    await push()
    await push('docent/torn')
    await open()
    const before = await refs()
    const torn = await open({ branch: 'docent/torn' })
    for (const [ref] of await refs()) {
      if (ref === `refs/docent/pulls/${torn.number}` || ref?.startsWith('refs/docent/pull-heads/')) continue
      const was = before.find(([name]) => name === ref)?.[1]
      await runGit(['update-ref', ...(was ? [ref ?? '', was] : ['-d', ref ?? ''])], { gitDir })
    }
    expect(await host.findPullRequests(origin.url, 'docent/torn')).toEqual([torn])
    expect((await host.findByToken(tokenOf(torn.url)))?.pull).toEqual(torn)
    await push('docent/next')
    expect((await open({ branch: 'docent/next' })).number).toBe(3)
  })

  test('takes the end of a branch name for no commit', async () => {
    const commit = (await push()) ?? ''
    await expect(open({ branch: `docent/job-g${commit.slice(0, 8)}` })).rejects.toThrow(/was not pushed/)
    await push(`docent/job-g${commit.slice(0, 8)}`, 'other\n')
    expect((await open({ branch: `docent/job-g${commit.slice(0, 8)}` })).headCommit).not.toBe(commit)
  })

  test('takes no expression for a branch', async () => {
    await push()
    for (const branch of [
      `${BRANCH}~0`,
      `${BRANCH}^{commit}`,
      'docent',
      'docent/*',
      '--all',
      '../heads/main',
    ]) {
      await expect(open({ branch })).rejects.toMatchObject({ code: 'git_host_misconfigured' })
    }
  })

  test('tells of a HEAD that names no branch', async () => {
    await runGit(['update-ref', '--no-deref', 'HEAD', 'refs/heads/main'], { gitDir })
    await expect(host.defaultBranch(origin.url)).rejects.toThrow(/HEAD of .* names no branch/)
  })

  test('tells of a damaged record', async () => {
    const { stdout } = await runGit(['hash-object', '-w', '--stdin'], { gitDir, input: '{}' })
    await runGit(['update-ref', 'refs/docent/pulls/1', stdout.toString().trim()], { gitDir })
    await expect(host.pullRequest(origin.url, 1)).rejects.toThrow(/refs\/docent\/pulls\/ .* damaged/)
  })

  describe('findByToken', () => {
    test('finds the pull request and its changes in whichever repository it is', async () => {
      const other = await makeGitOrigin(join(directory, 'other.git'), { 'b.md': 'b\n' })
      await other.commitDirectly(BRANCH, { 'b.md': 'c\n' }, { from: 'main' })
      await push()
      const [mine, theirs] = [await open(), await host.openPullRequest(other.url, draft)]
      for (const pull of [mine, theirs]) {
        const token = tokenOf(pull.url)
        expect(token).toMatch(/^[0-9a-f]{32}$/)
        const found = await makeHost().findByToken(token)
        expect(found?.pull).toEqual(pull)
        expect(found?.diff).toContain(pull === mine ? '+two' : '+c')
      }
    })

    test('finds nothing by a wrong, short, long or odd token', async () => {
      await push()
      const token = tokenOf((await open()).url)
      for (const wrong of [
        '',
        '0'.repeat(32),
        token.slice(1),
        `${token}0`,
        token.toUpperCase(),
        '../../x',
        '1',
      ]) {
        expect(await host.findByToken(wrong)).toBeUndefined()
      }
    })

    test('gives every pull request another token', async () => {
      await push()
      await push('docent/2')
      const [one, two] = [await open(), await open({ branch: 'docent/2' })]
      expect(one.url).not.toBe(two.url)
    })
  })
})
