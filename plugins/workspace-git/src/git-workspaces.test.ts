import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runGit } from '@docent/git'
import {
  type ContractRepository,
  commitRequest,
  ManualClock,
  makeGitOrigin,
  openWorkspace,
} from '@docent/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GitWorkspaces } from './git-workspaces.ts'

let directory = ''
let clock: ManualClock
let workspaces: GitWorkspaces
let repository: ContractRepository

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'git-workspaces-'))
  clock = new ManualClock()
  workspaces = create()
  repository = await makeGitOrigin(join(directory, 'origin.git'), {
    'docs/a.md': Array.from({ length: 12 }, (_, index) => `line ${index}\n`).join(''),
    'docs/b.md': 'b\n',
    'bin/tool': { kind: 'executable', content: 'tool\n' },
    'image.bin': Uint8Array.from([0, 1, 2]),
  })
})
afterEach(async () => {
  await workspaces.close()
  await rm(directory, { recursive: true })
})

describe('GitWorkspaces', () => {
  test('writes objects that git finds sound, and keeps bytes of names that are no UTF-8', async () => {
    const gitDir = join(directory, 'origin.git')
    const blob = (await runGit(['hash-object', '-w', '--stdin'], { gitDir, input: 'latin\n' })).stdout
      .toString()
      .trim()
    const odd = Buffer.concat([Buffer.from(`100644 blob ${blob}\tcaf`), Buffer.from([0xe9, 0])])
    const tree = (await runGit(['mktree', '-z'], { gitDir, input: odd })).stdout.toString().trim()
    const env = {
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@b',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@b',
    }
    const made = await runGit(['commit-tree', '-m', 'odd', tree], { gitDir, env })
    await repository.moveBranch('main', made.stdout.toString().trim())
    const workspace = await openWorkspace(workspaces, repository)
    await workspace.write('new/file.md', 'x\n')
    const intent = await workspace.commit(commitRequest())
    await workspace.push(intent)
    const listed = await runGit(['ls-tree', '-r', '--name-only', '-z', intent.commit], { gitDir })
    expect(listed.stdout.toString('latin1')).toBe('caf\u00e9\0new/file.md\0')
    await runGit(['fsck', '--strict', '--full'], { gitDir })
    const { author, subject, date } = await show(gitDir, intent.commit)
    expect([author, subject, date]).toEqual([
      'Docent <docent@example.com>',
      'docs: change',
      '2026-01-02T03:04:05+00:00',
    ])
  })

  test('merges edits of different lines of one file', async () => {
    const workspace = await openWorkspace(workspaces, repository, { branch: 'docs' })
    await edit('docs/a.md', 'line 1\n', 'LINE 1\n')
    const intent = await workspace.commit(commitRequest())
    const text = Buffer.from((await workspace.readBase('docs/a.md')) ?? []).toString()
    await repository.commitDirectly(
      'docs',
      { 'docs/a.md': text.replace('line 10\n', 'LINE 10\n') },
      { from: 'main' },
    )
    expect((await workspace.push(intent)).kind).toBe('merged')
    const merged = (await repository.files('docs')).get('docs/a.md')?.content
    expect(merged).toBe(text.replace('line 1\n', 'LINE 1\n').replace('line 10\n', 'LINE 10\n'))

    async function edit(path: string, from: string, to: string) {
      const before = Buffer.from((await workspace.read(path)) ?? []).toString()
      await workspace.write(path, before.replace(from, to))
    }
  })

  test('carries a change into a file that was renamed on the remote, and a binary conflict without markers', async () => {
    const workspace = await openWorkspace(workspaces, repository, { branch: 'docs' })
    const text = Buffer.from((await workspace.read('docs/a.md')) ?? []).toString()
    await workspace.write('docs/a.md', text.replace('line 3\n', 'mine\n'))
    await workspace.write('image.bin', Uint8Array.from([0, 9]))
    const intent = await workspace.commit(commitRequest())
    await repository.commitDirectly(
      'docs',
      { 'docs/a.md': null, 'guide/a.md': text, 'image.bin': Uint8Array.from([0, 7]) },
      { from: 'main' },
    )
    expect(await workspace.push(intent)).toMatchObject({ kind: 'conflict', paths: ['image.bin'] })
    expect(Buffer.from((await workspace.read('guide/a.md')) ?? []).toString()).toContain('mine\n')
    expect([...((await workspace.read('image.bin')) ?? [])]).toEqual([0, 9])
  })

  test('names both sides of a conflict in its markers, and reports a moved executable as one', async () => {
    const workspace = await openWorkspace(workspaces, repository, { branch: 'docs' })
    await workspace.write('docs/b.md', 'mine\n')
    await workspace.move('bin/tool', 'tools/tool')
    const intent = await workspace.commit(commitRequest())
    await repository.commitDirectly('docs', { 'docs/b.md': 'theirs\n' }, { from: 'main' })
    await workspace.push(intent)
    expect(Buffer.from((await workspace.read('docs/b.md')) ?? []).toString()).toBe(
      '<<<<<<< docs\ntheirs\n||||||| before both\nb\n=======\nmine\n>>>>>>> this change\n',
    )
    expect(await workspace.list({ prefix: 'tools' })).toEqual([{ path: 'tools/tool', kind: 'executable' }])
  })

  test('bounds a search by time', async () => {
    const slow = create({ searchTimeoutMs: 1 })
    const workspace = await openWorkspace(slow, repository)
    // Long enough that no machine is done before the time is over.
    await workspace.write('slow.md', 'a'.repeat(5_000))
    const search = workspace.search({ pattern: '(.*)*(.*)*\\1\\2x', ignoreCase: true })
    await expect(search).rejects.toMatchObject({ code: 'timeout' })
    await slow.close()
  })

  test('refuses to grow beyond its limits', async () => {
    const small = create({ maxChangedBytes: 10, maxReadBytes: 5 })
    const workspace = await openWorkspace(small, repository)
    await workspace.write('x.md', '12345678')
    await expect(workspace.write('y.md', '123')).rejects.toMatchObject({ code: 'invalid_request' })
    await workspace.write('x.md', '1234567890')
    await expect(workspace.read('docs/a.md')).rejects.toMatchObject({ code: 'invalid_request' })
    await small.close()
  })

  test('keeps a base reachable until the job is forgotten, then prunes at most once a day', async () => {
    const workspace = await openWorkspace(workspaces, repository, { keep: '01abc' })
    const [name = ''] = await readdir(join(directory, 'cache'))
    const gitDir = join(directory, 'cache', name)
    const refs = async () =>
      (await runGit(['for-each-ref', '--format=%(refname)', 'refs/docent'], { gitDir })).stdout
    expect((await refs()).toString().trim()).toBe('refs/docent/jobs/01abc')
    await workspace.close()
    await workspaces.forget(repository.url, '01abc')
    expect((await refs()).toString()).toBe('')
    clock.advance(25 * 3_600_000)
    await workspaces.forget(repository.url, '01abc')
    const again = await openWorkspace(workspaces, repository)
    expect(await again.list()).toHaveLength(4)
  })

  test('makes no checkout and leaves no process behind', async () => {
    const workspace = await openWorkspace(workspaces, repository)
    await workspace.write('docs/new.md', 'x')
    await workspace.search({ pattern: 'x' })
    const files = await readdir(join(directory, 'cache'), { recursive: true })
    expect(files.filter((file) => file.endsWith('.md') || file.endsWith('.lock'))).toEqual([])
    await workspace.close()
    await expect(workspace.read('docs/a.md')).rejects.toMatchObject({ code: 'internal' })
  })

  test('rejects wrong options by name', () => {
    expect(() => create({ searchTimeoutMs: -1 })).toThrow(/searchTimeoutMs/)
  })
})

function create(options: object = {}): GitWorkspaces {
  return new GitWorkspaces({ cacheDir: join(directory, 'cache'), ...options }, { clock })
}

async function show(gitDir: string, commit: string) {
  const { stdout } = await runGit(['log', '-1', '--format=%an <%ae>%n%s%n%aI', commit], { gitDir })
  const [author, subject, date] = stdout.toString().split('\n')
  return { author, subject, date }
}
