import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runGit } from '../run/run-git.ts'
import type { BareRepository } from './bare-repository.ts'
import { RepositoryCache } from './repository-cache.ts'

let directory = ''
let origin = ''
let cache: RepositoryCache
let repository: BareRepository
let asked: string[] = []
const remote = async ({ access }: { access: string }) => {
  asked.push(access)
  return { url: pathToFileURL(origin).href }
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bare-'))
  origin = join(directory, 'origin.git')
  asked = []
  await runGit(['init', '--quiet', '--bare', origin])
  cache = new RepositoryCache(join(directory, 'cache'))
  repository = cache.repository('https://example.com/a/b')
})
afterEach(async () => {
  cache.close()
  await rm(directory, { recursive: true })
})

describe('BareRepository', () => {
  test('fetches the newest commit first and the history when it is asked for', async () => {
    await commit('main', { 'a.md': '1' })
    const second = await commit('main', { 'a.md': '2', 'ü/b c.md': 'x' })
    expect(await repository.fetchBranches(remote, ['main', 'none'])).toEqual(new Map([['main', second]]))
    expect(await count(second)).toBe(1)
    expect(await repository.deepen(remote)).toBe(true)
    expect(await count(second)).toBe(2)
    expect(await repository.deepen(remote)).toBe(false)
    const tree = await repository.treeOf(second)
    expect([...(await repository.lsTree(tree ?? '')).keys()]).toEqual(['a.md', 'ü/b c.md'])
  })

  test('takes over the object format of the remote, also one that changes', async () => {
    await commit('main', { a: '1' })
    await repository.fetchBranches(remote, ['main'])
    await rm(origin, { recursive: true })
    await runGit(['init', '--quiet', '--bare', '--object-format=sha256', origin])
    const tip = await commit('main', { a: '2' })
    expect(tip).toHaveLength(64)
    expect((await repository.fetchBranches(remote, ['main'])).get('main')).toBe(tip)
    const tree = await repository.treeOf(tip)
    expect([...(await repository.lsTree(tree ?? '')).keys()]).toEqual(['a'])
    const again = new RepositoryCache(join(directory, 'second')).repository('https://example.com/a/b')
    await again.fetchCommit(remote, tip)
    expect(await again.resolve(tip)).toBe(tip)
    again.close()
  })

  test('keeps the history between a shallow first fetch and later tips', async () => {
    await commit('main', { a: '1' })
    const first = await commit('main', { a: '2' })
    await repository.fetchBranches(remote, ['main'])
    await commit('main', { a: '3' })
    const newest = await commit('main', { a: '4' })
    expect((await repository.fetchBranches(remote, ['main'])).get('main')).toBe(newest)
    await repository.git(['merge-base', '--is-ancestor', first, newest])
  })

  test('lets callers share a fetch, and never one that began before they asked', async () => {
    await commit('main', { a: '1' })
    await repository.fetchBranches(remote, ['main'])
    asked = []
    const eight = Array.from({ length: 8 }, () => repository.fetchBranches(remote, ['main']))
    await Promise.all(eight)
    expect(asked.length).toBe(1)
    const running = repository.fetchBranches(remote, ['main'])
    const tip = await commit('main', { a: '2' })
    expect((await repository.fetchBranches(remote, ['main'])).get('main')).toBe(tip)
    await running
  })

  test('rejects one caller that left and serves the others', async () => {
    const tip = await commit('main', { a: '1' })
    const controller = new AbortController()
    const leaves = repository.fetchBranches(remote, ['main'], { signal: controller.signal })
    const stays = repository.fetchBranches(remote, ['main'])
    controller.abort(new Error('gone'))
    await expect(leaves).rejects.toThrow('gone')
    expect((await stays).get('main')).toBe(tip)
  })

  test('follows a branch that became a folder of branches, and back', async () => {
    await commit('topic', { a: '1' })
    await repository.fetchBranches(remote, ['topic'])
    await runGit(['update-ref', '-d', 'refs/heads/topic'], { gitDir: origin })
    const inner = await commit('topic/one', { a: '2' })
    expect((await repository.fetchBranches(remote, ['topic', 'topic/one'])).get('topic/one')).toBe(inner)
    await runGit(['update-ref', '-d', 'refs/heads/topic/one'], { gitDir: origin })
    const outer = await commit('topic', { a: '3' })
    expect((await repository.fetchBranches(remote, ['topic'])).get('topic')).toBe(outer)
  })

  test('two processes may create and fill one repository at once', async () => {
    const tip = await commit('main', { a: '1' })
    const others = Array.from({ length: 4 }, () => new RepositoryCache(join(directory, 'cache')))
    const tips = await Promise.all(
      others.map((each) => each.repository('https://example.com/a/b').fetchBranches(remote, ['main'])),
    )
    for (const each of others) each.close()
    expect(tips.map((each) => each.get('main'))).toEqual(Array(4).fill(tip))
    expect(await readdir(join(directory, 'cache'))).toHaveLength(1)
  })

  test('refuses to push over a tip that moved', async () => {
    const first = await commit('main', { a: '1' })
    await repository.fetchBranches(remote, ['main'])
    const moved = await commit('main', { a: '2' })
    const mine = (
      await repository.git(['commit-tree', '-p', first, '-m', 'mine', `${first}^{tree}`], {
        env: PERSON,
      })
    ).stdout
      .toString()
      .trim()
    const push = (expected: string | undefined, branch = 'main') =>
      repository.push(remote, { commit: mine, branch, expected })
    await expect(push(first)).rejects.toMatchObject({ kind: 'rejected' })
    await expect(push(undefined)).rejects.toMatchObject({ kind: 'rejected' })
    expect(await repository.remoteTips(remote, ['main'])).toEqual(new Map([['main', moved]]))
    await push(undefined, 'new')
    expect((await repository.remoteTips(remote, ['new'])).get('new')).toBe(mine)
    expect(asked.at(-2)).toBe('write')
  })

  test('fetches a commit that no branch has any more', async () => {
    const lost = await commit('main', { a: '1' })
    await runGit(['update-ref', '-d', 'refs/heads/main'], { gitDir: origin })
    await repository.fetchCommit(remote, lost)
    expect(await repository.resolve(lost)).toBe(lost)
    await expect(repository.fetchCommit(remote, 'e'.repeat(40))).rejects.toMatchObject({ kind: 'not-found' })
  })

  test('names a repository that does not exist', async () => {
    origin = join(directory, 'none.git')
    await expect(repository.fetchBranches(remote, ['main'])).rejects.toMatchObject({ kind: 'not-found' })
    await expect(repository.fetchBranches(remote, ['--upload-pack=x'])).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})

const PERSON = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

async function count(id: string): Promise<number> {
  return Number((await repository.git(['rev-list', '--count', id])).stdout.toString())
}

async function commit(branch: string, files: Record<string, string>): Promise<string> {
  const tip = await runGit(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`], {
    gitDir: origin,
    okExitCodes: [0, 1],
  })
  const parent = tip.stdout.toString().trim()
  const input = [
    `commit refs/heads/${branch}`,
    'committer A <a@example.com> 1767225600 +0000',
    'data 6\nchange',
    ...(parent ? [`from ${parent}`] : []),
    ...Object.entries(files).map(
      ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}`,
    ),
    '',
  ].join('\n')
  await runGit(['fast-import', '--quiet', '--force'], { gitDir: origin, input })
  return (await runGit(['rev-parse', `refs/heads/${branch}`], { gitDir: origin })).stdout.toString().trim()
}
