import type { Workspace } from '@docent/core/plugin'
import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import { openWorkspace, readText, textChanges, type WorkspacesContext } from './workspaces-context.ts'
import { FILES, refused } from './workspaces-files.ts'

/** Spellings of `.git` that some file system folds to it, and ways out of the repository. */
const REFUSED_PATHS: readonly string[] = [
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
    name: 'lets edits take turns: of two moves of one file at once, one finds it gone',
    async run({ workspaces, makeRepository }) {
      const workspace = await openWorkspace(workspaces, await makeRepository(FILES))
      const targets = ['first.md', 'second.md']
      const moves = await Promise.allSettled(targets.map((to) => workspace.move('docs/a.md', to)))
      expect(moves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const paths = (await workspace.list()).map(({ path }) => path)
      expect(targets.filter((path) => paths.includes(path))).toHaveLength(1)
      expect(paths).not.toContain('docs/a.md')
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
