import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runGit } from '@docent/git'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLocalRepository } from './create-local-repository.ts'

describe('createLocalRepository', () => {
  let directory: string
  let path: string
  let from: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'create-local-'))
    path = join(directory, 'repositories', 'docs.git')
    from = join(directory, 'docs')
    await mkdir(join(from, 'guides'), { recursive: true })
    await writeFile(join(from, 'index.mdx'), '# Hello')
    await writeFile(join(from, 'guides', 'a "b" ü.md'), '# Ü')
  })
  afterEach(() => rm(directory, { recursive: true }))

  const create = () =>
    createLocalRepository({
      path,
      from,
      message: 'docs: begin\n',
      author: { name: 'Docent', email: 'docent@example.com' },
      date: Date.UTC(2026, 0, 2),
    })
  const git = async (...args: string[]) => (await runGit(args, { gitDir: path })).stdout.toString().trim()

  test('makes one commit of the files of a folder on main', async () => {
    await create()
    expect(await git('ls-tree', '-r', '-z', '--name-only', 'HEAD')).toBe('guides/a "b" ü.md\0index.mdx\0')
    expect(await git('show', 'main:index.mdx')).toBe('# Hello')
    expect(await git('log', '--format=%s %an %ct')).toBe('docs: begin Docent 1767312000')
    expect(await git('fsck', '--strict')).toBe('')
  })

  test('does not show the refs of pull requests to those who fetch and push', async () => {
    await create()
    await git('update-ref', 'refs/docent/newest-pull', 'main')
    const listed = await runGit(['ls-remote', `file://${path}`], { remote: { url: `file://${path}` } })
    expect(listed.stdout.toString()).toMatch(/\trefs\/heads\/main\n$/)
    expect(listed.stdout.toString()).not.toContain('refs/docent')
  })

  test('changes nothing when it is there, and completes it when a crash came between', async () => {
    await create()
    const commit = await git('rev-parse', 'main')
    await writeFile(join(from, 'index.mdx'), '# Changed')
    await create()
    expect(await git('rev-parse', 'main')).toBe(commit)
    await git('update-ref', '-d', 'refs/heads/main')
    await create()
    expect(await git('show', 'main:index.mdx')).toBe('# Changed')
  })

  test('takes no files from links', async () => {
    await symlink('/etc/hostname', join(from, 'link.md'))
    await create()
    expect(await git('ls-tree', '--name-only', 'HEAD')).toBe('guides\nindex.mdx')
  })
})
