import type { Workspace } from '@docent/core'
import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import { openWorkspace, readText, textChanges, type WorkspacesContext } from './workspaces-context.ts'

const refused = { code: 'invalid_request' }

const FILES = {
  'README.md': '# Hello\n',
  'docs/a.md': 'alpha\nbeta\ngamma\n',
  'docs/sub/b.md': 'beta again\n',
  'run.sh': { kind: 'executable', content: '#!/bin/sh\n' },
  link: { kind: 'symlink', target: 'docs' },
  lib: { kind: 'submodule', commit: 'a'.repeat(40) },
} as const

/** Spellings of `.git` that some file system folds to it, and ways out of the repository. */
export const REFUSED_PATHS: readonly string[] = [
  '',
  '/',
  '/etc/passwd',
  '..',
  '../x',
  'a/../b',
  './a',
  'a//b',
  'a/',
  'C:/x',
  'a\\b',
  '..\\x',
  'a\0b',
  'a/./b',
  '.git',
  '.git/config',
  '.GIT/hooks/x',
  'a/.git/x',
  '.Git',
  'git~1',
  'GIT~1/x',
  '.git ',
  '.git.',
  '.git . ',
  '.git::$INDEX_ALLOCATION/x',
  '.g\u200cit/config',
  '.\u200dgit',
  '.gi\ufefft/x',
  '\u202e.git/x',
  '.git\u206a',
  '\ud800',
]

export const editingCases: readonly ContractCase<WorkspacesContext>[] = [
  {
    name: 'lists and reads the files of the branch it begins at',
    async run({ workspaces, makeRepository }) {
      const repository = await makeRepository(FILES)
      const workspace = await openWorkspace(workspaces, repository)
      expect(workspace.base).toBe(await repository.tip('main'))
      expect(workspace.branchExisted).toBe(false)
      expect(await workspace.list()).toEqual([
        { path: 'README.md', kind: 'file' },
        { path: 'docs/a.md', kind: 'file' },
        { path: 'docs/sub/b.md', kind: 'file' },
        { path: 'lib', kind: 'submodule' },
        { path: 'link', kind: 'symlink' },
        { path: 'run.sh', kind: 'executable' },
      ])
      expect((await workspace.list({ prefix: 'docs' })).map(({ path }) => path)).toEqual([
        'docs/a.md',
        'docs/sub/b.md',
      ])
      expect(await workspace.list({ prefix: 'doc' })).toEqual([])
      expect(await readText(workspace, 'docs/a.md')).toBe('alpha\nbeta\ngamma\n')
      for (const path of ['none.md', 'docs', 'docs/a.md/x', 'link', 'lib']) {
        expect([path, await workspace.read(path)]).toEqual([path, undefined])
      }
      await workspace.close()
      await workspace.close()
    },
  },
  {
    name: 'keeps bytes that are no text as they are',
    async run({ workspaces, makeRepository }) {
      const bytes = Uint8Array.from({ length: 600 }, (_, index) => index % 256)
      const repository = await makeRepository({ 'a.bin': bytes, 'empty.md': '', 'ü/ñ 日本.md': 'é' })
      const workspace = await openWorkspace(workspaces, repository)
      expect(Buffer.from((await workspace.read('a.bin')) ?? []).equals(bytes)).toBe(true)
      expect(await readText(workspace, 'empty.md')).toBe('')
      expect(await readText(workspace, 'ü/ñ 日本.md')).toBe('é')
      const reversed = bytes.toReversed()
      await workspace.write('b.bin', reversed)
      const written = Buffer.from(reversed)
      reversed.fill(0)
      expect(Buffer.from((await workspace.read('b.bin')) ?? []).equals(written)).toBe(true)
      await workspace.close()
    },
  },
  {
    name: 'shows edits in list, read, search and changes, and the base in readBase',
    async run({ workspaces, makeRepository }) {
      const workspace = await openWorkspace(workspaces, await makeRepository(FILES))
      await workspace.write('docs/a.md', 'alpha\nBETA\n')
      await workspace.write('new/deep/c.md', 'gamma in c\n')
      await workspace.delete('README.md')
      await workspace.move('docs/sub/b.md', 'docs/moved.md')
      expect((await workspace.list()).map(({ path }) => path)).toEqual([
        'docs/a.md',
        'docs/moved.md',
        'lib',
        'link',
        'new/deep/c.md',
        'run.sh',
      ])
      expect(await readText(workspace, 'docs/moved.md')).toBe('beta again\n')
      expect(await workspace.read('README.md')).toBeUndefined()
      expect(Buffer.from((await workspace.readBase('README.md')) ?? []).toString()).toBe('# Hello\n')
      expect(await workspace.readBase('new/deep/c.md')).toBeUndefined()
      expect(await textChanges(workspace)).toEqual([
        ['README.md', null],
        ['docs/a.md', 'alpha\nBETA\n'],
        ['docs/moved.md', 'beta again\n'],
        ['docs/sub/b.md', null],
        ['new/deep/c.md', 'gamma in c\n'],
      ])
      const { hits } = await workspace.search({ pattern: 'beta|gamma' })
      expect(hits.map(({ path, line, text }) => [path, line, text])).toEqual([
        ['docs/moved.md', 1, 'beta again'],
        ['new/deep/c.md', 1, 'gamma in c'],
      ])
      await workspace.close()
    },
  },
  {
    name: 'has no change where the content is again the base’s',
    async run({ workspaces, makeRepository }) {
      const workspace = await openWorkspace(workspaces, await makeRepository(FILES))
      await workspace.write('docs/a.md', 'other\n')
      await workspace.write('docs/a.md', 'alpha\nbeta\ngamma\n')
      await workspace.delete('README.md')
      await workspace.write('README.md', '# Hello\n')
      await workspace.write('fresh.md', 'x')
      await workspace.delete('fresh.md')
      await workspace.move('run.sh', 'go.sh')
      await workspace.move('go.sh', 'run.sh')
      expect(await workspace.changes()).toEqual([])
      expect(await workspace.diff()).toBe('')
      expect(await workspace.summary()).toEqual([])
      expect((await workspace.list()).find(({ path }) => path === 'run.sh')?.kind).toBe('executable')
      await workspace.close()
    },
  },
  {
    name: 'refuses paths that leave the repository or reach .git in any spelling',
    async run({ workspaces, makeRepository }) {
      const workspace = await openWorkspace(workspaces, await makeRepository(FILES))
      for (const path of REFUSED_PATHS) {
        const label = JSON.stringify(path)
        await expect(workspace.write(path, 'x'), `write ${label}`).rejects.toMatchObject(refused)
        await expect(workspace.read(path), `read ${label}`).rejects.toMatchObject(refused)
        await expect(workspace.move('README.md', path), `move ${label}`).rejects.toMatchObject(refused)
        await expect(workspace.restore([{ path, content: null }]), `restore ${label}`).rejects.toMatchObject(
          refused,
        )
      }
      for (const path of ['.github/x.md', '.gitignore', 'a/.gitkeep', 'git', 'a.git/x'])
        await workspace.write(path, 'x')
      expect(await workspace.changes()).toHaveLength(5)
      await workspace.close()
    },
  },
  {
    name: 'neither reads nor writes through symlinks and submodules, and never changes them',
    async run({ workspaces, makeRepository }) {
      const workspace = await openWorkspace(workspaces, await makeRepository(FILES))
      for (const path of ['link/a.md', 'lib/a.md']) {
        await expect(workspace.read(path), path).rejects.toMatchObject(refused)
        await expect(workspace.write(path, 'x'), path).rejects.toMatchObject(refused)
        await expect(workspace.move('README.md', path), path).rejects.toMatchObject(refused)
      }
      for (const path of ['link', 'lib']) {
        await expect(workspace.write(path, 'x'), path).rejects.toMatchObject(refused)
        await expect(workspace.delete(path), path).rejects.toMatchObject(refused)
        await expect(workspace.move(path, 'elsewhere'), path).rejects.toMatchObject(refused)
        await expect(workspace.restore([{ path, content: null }]), path).rejects.toMatchObject(refused)
      }
      expect(await workspace.changes()).toEqual([])
      await workspace.close()
    },
  },
  {
    name: 'refuses a file where a folder is, and a folder where a file is',
    async run({ workspaces, makeRepository }) {
      const workspace = await openWorkspace(workspaces, await makeRepository(FILES))
      await expect(workspace.write('docs', 'x')).rejects.toMatchObject(refused)
      await expect(workspace.write('README.md/x', 'x')).rejects.toMatchObject(refused)
      await expect(workspace.move('run.sh', 'README.md/x')).rejects.toMatchObject(refused)
      await expect(workspace.delete('docs')).rejects.toMatchObject(refused)
      await workspace.write('n/m.md', 'x')
      await expect(workspace.write('n', 'x')).rejects.toMatchObject(refused)
      await expect(workspace.write('n/m.md/o', 'x')).rejects.toMatchObject(refused)
      await workspace.delete('docs/sub/b.md')
      await workspace.write('docs/sub', 'a file now')
      await workspace.move('README.md', 'README.md/inner.md')
      expect(await readText(workspace, 'docs/sub')).toBe('a file now')
      expect(await readText(workspace, 'README.md/inner.md')).toBe('# Hello\n')
      expect((await workspace.list({ prefix: 'docs' })).map(({ path }) => path)).toEqual([
        'docs/a.md',
        'docs/sub',
      ])
      await workspace.close()
    },
  },
  {
    name: 'refuses moves and deletions of what is not there, moves onto a file, and files above 1 MiB',
    async run({ workspaces, makeRepository }) {
      const workspace = await openWorkspace(workspaces, await makeRepository(FILES))
      await expect(workspace.delete('none.md')).rejects.toMatchObject(refused)
      await expect(workspace.move('none.md', 'x.md')).rejects.toMatchObject(refused)
      await expect(workspace.move('README.md', 'docs/a.md')).rejects.toMatchObject(refused)
      await expect(workspace.move('README.md', 'README.md')).rejects.toMatchObject(refused)
      await workspace.delete('README.md')
      await expect(workspace.delete('README.md')).rejects.toMatchObject(refused)
      await workspace.write('big.md', 'x'.repeat(1024 * 1024))
      await expect(workspace.write('bigger.md', 'x'.repeat(1024 * 1024 + 1))).rejects.toMatchObject(refused)
      expect((await workspace.changes()).map(({ path }) => path)).toEqual(['README.md', 'big.md'])
      await workspace.close()
    },
  },
  {
    name: 'keeps the executable bit of a file that is moved, edited, and restored elsewhere',
    async run({ workspaces, others, makeRepository }) {
      const repository = await makeRepository(FILES)
      const workspace = await openWorkspace(workspaces, repository)
      await workspace.move('run.sh', 'bin/go.sh')
      await workspace.write('bin/go.sh', '#!/bin/bash\necho changed beyond recognition\n')
      await workspace.move('README.md', 'run.sh')
      const kinds = async (each: Workspace) =>
        (await each.list()).filter(({ path }) => /\.sh$/.test(path)).map(({ path, kind }) => [path, kind])
      expect(await kinds(workspace)).toEqual([
        ['bin/go.sh', 'executable'],
        ['run.sh', 'file'],
      ])
      const changes = await workspace.changes()
      expect(changes.map(({ path, executable }) => [path, executable])).toEqual([
        ['README.md', undefined],
        ['bin/go.sh', true],
        ['run.sh', false],
      ])
      const restored = await openWorkspace(others, repository, { commit: workspace.base })
      await restored.restore(changes)
      expect(await kinds(restored)).toEqual(await kinds(workspace))
      // What was recorded without the bit: each file as the base has it.
      await restored.reset()
      await restored.restore([{ path: 'run.sh', content: Buffer.from('#!/bin/bash\n') }])
      expect(await kinds(restored)).toEqual([['run.sh', 'executable']])
      await workspace.close()
      await restored.close()
    },
  },
  {
    name: 'restores recorded changes, later ones winning, and resets to none',
    async run({ workspaces, others, makeRepository }) {
      const repository = await makeRepository(FILES)
      const first = await openWorkspace(workspaces, repository)
      await first.write('docs/a.md', 'one\n')
      const earlier = await first.changes()
      await first.write('docs/a.md', 'two\n')
      await first.delete('docs/sub/b.md')
      await first.write('docs/sub', 'a file\n')
      await first.move('run.sh', 'bin/run.sh')
      const restored = await openWorkspace(others, repository, { commit: first.base })
      await restored.restore([...earlier, ...(await first.changes()).toReversed()])
      expect(await textChanges(restored)).toEqual(await textChanges(first))
      expect(await restored.list()).toEqual(await first.list())
      await restored.reset()
      expect(await restored.changes()).toEqual([])
      expect(await readText(restored, 'docs/a.md')).toBe('alpha\nbeta\ngamma\n')
      await first.close()
      await restored.close()
    },
  },
  {
    name: 'summarises additions, modifications, deletions and renames with their lines',
    async run({ workspaces, makeRepository }) {
      const long = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('')
      const workspace = await openWorkspace(
        workspaces,
        await makeRepository({ ...FILES, 'docs/long.md': long }),
      )
      await workspace.write('docs/a.md', 'alpha\nBETA\ngamma\nnew\n')
      await workspace.move('docs/long.md', 'guide/long.md')
      await workspace.delete('README.md')
      await workspace.write('z.md', 'one\ntwo\n')
      expect(await workspace.summary()).toEqual([
        { path: 'README.md', change: 'deleted', added: 0, removed: 1 },
        { path: 'docs/a.md', change: 'modified', added: 2, removed: 1 },
        { path: 'guide/long.md', change: 'renamed', from: 'docs/long.md', added: 0, removed: 0 },
        { path: 'z.md', change: 'added', added: 2, removed: 0 },
      ])
      const diff = await workspace.diff()
      expect(diff).toContain('-beta\n+BETA\n')
      expect(diff).toContain('+one\n+two\n')
      await workspace.close()
    },
  },
  {
    name: 'finds lines by pattern, plain text and path, with context, up to a limit',
    async run({ workspaces, makeRepository }) {
      const workspace = await openWorkspace(
        workspaces,
        await makeRepository({
          'a.md': 'one\ntwo\nthree\nfour\nfive\nsix\n',
          'docs/b.mdx': 'a.b\naxb\n-e two\n',
          'docs/[slug]/c.md': 'two\n',
          'bin.dat': Uint8Array.from([0, 116, 119, 111, 0]),
        }),
      )
      await workspace.write('docs/new.md', 'Two\nüber\n')
      const paths = async (...only: string[]) =>
        (await workspace.search({ pattern: 'two', paths: only })).hits.map(({ path }) => path)
      expect(await paths()).toEqual(['a.md', 'docs/[slug]/c.md', 'docs/b.mdx'])
      expect(await paths('docs')).toEqual(['docs/[slug]/c.md', 'docs/b.mdx'])
      expect(await paths('docs/[slug]')).toEqual(['docs/[slug]/c.md'])
      expect(await paths('**/*.md')).toEqual(['a.md', 'docs/[slug]/c.md'])
      expect(await paths('docs/**/*.{mdx,txt}')).toEqual(['docs/b.mdx'])
      expect(await paths('none')).toEqual([])
      const lines = async (pattern: string, more: object = {}) =>
        (await workspace.search({ pattern, ...more })).hits.map(({ text }) => text)
      expect(await lines('a.b')).toEqual(['a.b', 'axb'])
      expect(await lines('a.b', { fixed: true })).toEqual(['a.b'])
      expect(await lines('-e two')).toEqual(['-e two'])
      expect(await lines('^tWO$', { ignoreCase: true, paths: ['docs'] })).toEqual(['two', 'Two'])
      expect(await lines('^.ber$')).toEqual(['über'])
      expect(await lines('nothing at all')).toEqual([])
      const around = await workspace.search({ pattern: '^(two|three|six)$', context: 1, paths: ['a.md'] })
      expect(around).toEqual({
        hits: [
          { path: 'a.md', line: 2, text: 'two', before: ['one'], after: ['three'] },
          { path: 'a.md', line: 3, text: 'three', before: ['two'], after: ['four'] },
          { path: 'a.md', line: 6, text: 'six', before: ['five'], after: [] },
        ],
        truncated: false,
      })
      const most = await workspace.search({ pattern: 'e', limit: 2, context: 2, paths: ['a.md'] })
      expect(most.truncated).toBe(true)
      expect(most.hits.map(({ line, after }) => [line, after])).toEqual([
        [1, ['two', 'three']],
        [3, ['four', 'five']],
      ])
      expect((await workspace.search({ pattern: 'e', limit: 3, paths: ['a.md'] })).truncated).toBe(false)
      await expect(workspace.search({ pattern: '(' })).rejects.toMatchObject(refused)
      await expect(workspace.search({ pattern: 'a\0' })).rejects.toMatchObject(refused)
      await workspace.close()
    },
  },
  {
    name: 'rejects with the reason of an aborted signal',
    async run({ workspaces, makeRepository }) {
      const workspace = await openWorkspace(workspaces, await makeRepository(FILES))
      const reason = new Error('gone')
      const options = { signal: AbortSignal.abort(reason) }
      await expect(workspace.write('x.md', 'x', options)).rejects.toBe(reason)
      await expect(workspace.search({ pattern: 'x' }, options)).rejects.toBe(reason)
      await expect(workspace.list(options)).rejects.toBe(reason)
      expect(await workspace.changes()).toEqual([])
      await workspace.close()
    },
  },
]
