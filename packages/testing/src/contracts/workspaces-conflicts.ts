import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import { commitRequest, openWorkspace, readText, type WorkspacesContext } from './workspaces-context.ts'
import { LINES, PAGES } from './workspaces-files.ts'

/** What a push does when the branch moved. */
export const conflictCases: readonly ContractCase<WorkspacesContext>[] = [
  {
    name: 'merges with a tip that moved, losing neither side',
    async run({ workspaces, makeRepository }) {
      const repository = await makeRepository(PAGES)
      await repository.commitDirectly('docent/job', { 'b.md': 'start\n' }, { from: 'main' })
      const workspace = await openWorkspace(workspaces, repository)
      await workspace.write('docs/c.md', 'mine\n')
      await workspace.write('new.md', 'mine\n')
      const intent = await workspace.commit(commitRequest())
      await repository.commitDirectly('docent/job', { 'b.md': 'theirs\n' })
      const tip = await repository.commitDirectly('docent/job', { 'theirs.md': 'x\n' })
      const result = await workspace.push(intent)
      const commit = (await repository.tip('docent/job')) ?? ''
      expect(result).toEqual({ kind: 'merged', commit, tip })
      expect((await repository.parents(commit)).sort()).toEqual([tip, intent.commit].sort())
      const files = await repository.files('docent/job')
      expect(['b.md', 'docs/c.md', 'new.md', 'theirs.md'].map((path) => files.get(path)?.content)).toEqual([
        'theirs\n',
        'mine\n',
        'mine\n',
        'x\n',
      ])
      expect([workspace.base, await workspace.changes()]).toEqual([commit, []])
      expect(await readText(workspace, 'b.md')).toBe('theirs\n')
      expect((await workspace.push(intent)).kind).toBe('already-there')
      expect(await repository.tip('docent/job')).toBe(commit)
      await workspace.close()
    },
  },
  {
    name: 'puts diff3 markers before the model when both sides changed a line, and pushes what it resolves',
    async run({ workspaces, makeRepository }) {
      const repository = await makeRepository(PAGES)
      const workspace = await openWorkspace(workspaces, repository, { branch: 'docs' })
      await workspace.write('a.md', LINES.with(1, 'mine\n').join(''))
      await workspace.write('new.md', 'clean\n')
      const intent = await workspace.commit(commitRequest())
      const tip = await repository.commitDirectly(
        'docs',
        { 'a.md': LINES.with(1, 'theirs\n').join(''), 'b.md': 'B\n' },
        { from: 'main' },
      )
      expect(await workspace.push(intent)).toEqual({ kind: 'conflict', tip, paths: ['a.md'] })
      expect(await repository.tip('docs')).toBe(tip)
      expect(workspace.base).toBe(tip)
      const marked = (await readText(workspace, 'a.md')) ?? ''
      expect(marked).toMatch(/^<{7} .*\ntheirs\n\|{7} .*\nline 2\n={7}\nmine\n>{7} .*$/m)
      expect((await workspace.changes()).map(({ path }) => path)).toEqual(['a.md', 'new.md'])
      expect(await readText(workspace, 'b.md')).toBe('B\n')
      await workspace.write('a.md', LINES.with(1, 'both\n').join(''))
      const resolved = await workspace.commit(commitRequest('docs: resolve'))
      expect(resolved.parent).toBe(tip)
      expect(await workspace.push(resolved)).toEqual({ kind: 'pushed', commit: resolved.commit })
      const files = await repository.files('docs')
      expect([files.get('b.md')?.content, files.get('new.md')?.content]).toEqual(['B\n', 'clean\n'])
      await workspace.close()
    },
  },
  {
    name: 'marks a file that one side deleted and the other changed',
    async run({ workspaces, makeRepository }) {
      const repository = await makeRepository(PAGES)
      await repository.commitDirectly('docs', { 'x.md': 'x\n' }, { from: 'main' })
      const workspace = await openWorkspace(workspaces, repository, { branch: 'docs' })
      await workspace.delete('b.md')
      await workspace.write('docs/c.md', 'mine\n')
      const intent = await workspace.commit(commitRequest())
      const tip = await repository.commitDirectly('docs', { 'b.md': 'theirs\n', 'docs/c.md': null })
      expect(await workspace.push(intent)).toEqual({ kind: 'conflict', tip, paths: ['b.md', 'docs/c.md'] })
      expect(await readText(workspace, 'b.md')).toMatch(/^<{7} .*\ntheirs\n\|{7} .*\nb\n={7}\n>{7} .*$/m)
      expect(await readText(workspace, 'docs/c.md')).toMatch(/^<{7} .*\n\|{7} .*\nc\n={7}\nmine\n>{7} .*$/m)
      await workspace.close()
    },
  },
  {
    name: 'puts only its own change on a branch that was rewritten',
    async run({ workspaces, makeRepository }) {
      const repository = await makeRepository(PAGES)
      const main = (await repository.tip('main')) ?? ''
      await repository.commitDirectly('docs', { 'secret.md': 'taken out\n' }, { from: 'main' })
      const workspace = await openWorkspace(workspaces, repository, { branch: 'docs' })
      await workspace.write('b.md', 'mine\n')
      const intent = await workspace.commit(commitRequest())
      await repository.moveBranch('docs', main)
      const tip = await repository.commitDirectly('docs', { 'other.md': 'x\n' })
      expect(await workspace.push(intent)).toMatchObject({ kind: 'merged', tip })
      expect(await repository.parents((await repository.tip('docs')) ?? '')).toEqual([tip])
      expect([...(await repository.files('docs')).keys()].sort()).toEqual(
        [...Object.keys(PAGES), 'other.md'].sort(),
      )
      expect((await workspace.push(intent)).kind).toBe('already-there')
      await workspace.close()
    },
  },
  {
    name: 'lets many workspaces publish to one branch at once, and keeps every change',
    async run({ workspaces, others, makeRepository }) {
      const repository = await makeRepository(PAGES)
      await repository.commitDirectly('docs', { 'x.md': 'x\n' }, { from: 'main' })
      const results = await Promise.all(
        [workspaces, others, workspaces].map(async (each, index) => {
          const workspace = await openWorkspace(each, repository, { branch: 'docs', keep: `job-${index}` })
          await workspace.write(`own-${index}.md`, `${index}\n`)
          const result = await workspace.push(await workspace.commit(commitRequest(`docs: ${index}`)))
          await workspace.close()
          return result.kind
        }),
      )
      expect(results.every((kind) => kind === 'pushed' || kind === 'merged')).toBe(true)
      const files = await repository.files('docs')
      expect([0, 1, 2].map((index) => files.get(`own-${index}.md`)?.content)).toEqual(['0\n', '1\n', '2\n'])
    },
  },
]
