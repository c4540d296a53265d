import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import { openWorkspace, readText, type WorkspacesContext } from './workspaces-context.ts'
import { FILES, refused } from './workspaces-files.ts'

/** What a workspace shows of its files: bytes, search, summary. */
export const readingCases: readonly ContractCase<WorkspacesContext>[] = [
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
]
