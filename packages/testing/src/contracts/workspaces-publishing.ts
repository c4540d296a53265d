import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import {
  commitRequest,
  openWorkspace,
  readText,
  textChanges,
  type WorkspacesContext,
} from './workspaces-context.ts'

const misconfigured = { code: 'git_host_misconfigured' }
const LINES = Array.from({ length: 9 }, (_, index) => `line ${index + 1}\n`)
const FILES = {
  'a.md': LINES.join(''),
  'b.md': 'b\n',
  'docs/c.md': 'c\n',
  'run.sh': { kind: 'executable', content: '#!/bin/sh\n' },
} as const

export const publishingCases: readonly ContractCase<WorkspacesContext>[] = [
  {
    name: 'pushes exactly its changes to a new branch and stands on the commit',
    async run({ workspaces, makeRepository }) {
      const repository = await makeRepository(FILES)
      const before = await repository.files('main')
      const main = await repository.tip('main')
      const workspace = await openWorkspace(workspaces, repository)
      await workspace.write('b.md', 'B\n')
      await workspace.write('new/d.md', 'd\n')
      await workspace.write('run.sh', '#!/bin/bash\n')
      await workspace.move('run.sh', 'bin/run.sh')
      await workspace.delete('docs/c.md')
      const intent = await workspace.commit(commitRequest())
      expect(intent).toMatchObject({ ...commitRequest(), branch: 'docent/job', parent: main })
      expect(await repository.tip('docent/job')).toBeUndefined()
      expect(await workspace.push(intent)).toEqual({ kind: 'pushed', commit: intent.commit })
      expect(await repository.tip('docent/job')).toBe(intent.commit)
      expect(await repository.parents(intent.commit)).toEqual([main])
      expect(await repository.tip('main')).toBe(main)
      before.set('b.md', { kind: 'file', content: 'B\n' })
      before.set('new/d.md', { kind: 'file', content: 'd\n' })
      before.delete('run.sh')
      before.set('bin/run.sh', { kind: 'executable', content: '#!/bin/bash\n' })
      before.delete('docs/c.md')
      expect(sorted(await repository.files('docent/job'))).toEqual(sorted(before))
      expect(workspace.base).toBe(intent.commit)
      expect(await workspace.changes()).toEqual([])
      expect(await readText(workspace, 'b.md')).toBe('B\n')
      await workspace.close()
    },
  },
  {
    name: 'makes the same commit of the same request, on another machine too',
    async run({ workspaces, others, makeRepository }) {
      const repository = await makeRepository(FILES)
      const intents = []
      for (const each of [workspaces, workspaces, others]) {
        const workspace = await openWorkspace(each, repository, { keep: `job-${intents.length}` })
        await workspace.write('docs/é.md', 'x')
        await workspace.move('run.sh', 'bin/run.sh')
        intents.push(await workspace.commit(commitRequest('docs: ü\n\nBody.\n')))
        intents.push(await workspace.commit(commitRequest('docs: ü\n\nBody.\n')))
        await workspace.close()
      }
      expect(new Set(intents.map(({ commit }) => commit)).size).toBe(1)
      expect(intents[0]).toEqual(intents[5])
    },
  },
  {
    name: 'has nothing to commit without changes',
    async run({ workspaces, makeRepository }) {
      const workspace = await openWorkspace(workspaces, await makeRepository(FILES))
      await expect(workspace.commit(commitRequest())).rejects.toMatchObject({ code: 'invalid_request' })
      await workspace.close()
    },
  },
  {
    name: 'continues a branch that exists, and opens exactly the commit asked for',
    async run({ workspaces, others, makeRepository }) {
      const repository = await makeRepository(FILES)
      const older = await repository.commitDirectly('docent/job', { 'b.md': 'older\n' }, { from: 'main' })
      const newer = await repository.commitDirectly('docent/job', { 'b.md': 'newer\n' })
      const tip = await openWorkspace(workspaces, repository)
      expect([tip.base, tip.branchExisted, await readText(tip, 'b.md')]).toEqual([newer, true, 'newer\n'])
      const pinned = await openWorkspace(others, repository, { commit: older, keep: 'job-2' })
      expect([pinned.base, pinned.branchExisted, await readText(pinned, 'b.md')]).toEqual([
        older,
        true,
        'older\n',
      ])
      await repository.commitDirectly('docent/job', { 'b.md': 'newest\n' })
      const again = await openWorkspace(workspaces, repository, { keep: 'job-3' })
      expect(await readText(again, 'b.md')).toBe('newest\n')
      for (const each of [tip, pinned, again]) await each.close()
    },
  },
  {
    name: 'recognises a push whose reply was lost, in another process too',
    async run({ workspaces, others, makeRepository }) {
      const repository = await makeRepository(FILES)
      const workspace = await openWorkspace(workspaces, repository)
      await workspace.write('b.md', 'B\n')
      const changes = await workspace.changes()
      const intent = await workspace.commit(commitRequest())
      await workspace.push(intent)
      const expected = { kind: 'already-there', commit: intent.commit }
      expect(await workspace.push(intent)).toEqual(expected)
      const restored = await openWorkspace(others, repository, { commit: intent.parent })
      await restored.restore(changes)
      expect(await restored.push(intent)).toEqual(expected)
      expect([restored.base, await restored.changes()]).toEqual([intent.commit, []])
      await repository.commitDirectly('docent/job', { 'c.md': 'later\n' })
      const late = await openWorkspace(others, repository, { commit: intent.parent, keep: 'job-2' })
      await late.restore(changes)
      expect(await late.push(intent)).toEqual(expected)
      expect(await repository.parents((await repository.tip('docent/job')) ?? '')).toEqual([intent.commit])
      for (const each of [workspace, restored, late]) await each.close()
    },
  },
  {
    name: 'pushes a recorded intent from a cache that never saw its commit',
    async run({ workspaces, others, makeRepository }) {
      const repository = await makeRepository(FILES)
      const crashed = await openWorkspace(workspaces, repository)
      await crashed.write('b.md', 'B\n')
      const changes = await crashed.changes()
      const intent = await crashed.commit(commitRequest())
      await crashed.close()
      const restored = await openWorkspace(others, repository, { commit: crashed.base })
      await restored.restore(changes)
      expect(await restored.push(intent)).toEqual({ kind: 'pushed', commit: intent.commit })
      await restored.close()
    },
  },
  {
    name: 'merges with a tip that moved, losing neither side',
    async run({ workspaces, makeRepository }) {
      const repository = await makeRepository(FILES)
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
      const repository = await makeRepository(FILES)
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
      const repository = await makeRepository(FILES)
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
      const repository = await makeRepository(FILES)
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
        [...Object.keys(FILES), 'other.md'].sort(),
      )
      expect((await workspace.push(intent)).kind).toBe('already-there')
      await workspace.close()
    },
  },
  {
    name: 'lets many workspaces publish to one branch at once, and keeps every change',
    async run({ workspaces, others, makeRepository }) {
      const repository = await makeRepository(FILES)
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
  {
    name: 'tells a person what to mend when the repository or the base branch is not there',
    async run({ workspaces, makeRepository }) {
      const repository = await makeRepository(FILES)
      await expect(openWorkspace(workspaces, repository, { from: 'none' })).rejects.toMatchObject(
        misconfigured,
      )
      const remote = async () => {
        const { url } = await repository.remote({ access: 'read' })
        return { url: `${url}-none` }
      }
      const gone = { ...repository, url: `${repository.url}-none`, remote }
      await expect(openWorkspace(workspaces, gone)).rejects.toMatchObject(misconfigured)
    },
  },
  {
    name: 'asks for fresh credentials, to write only for the push',
    async run({ workspaces, makeRepository }) {
      const repository = await makeRepository(FILES)
      const asked: string[] = []
      const remote: typeof repository.remote = (options) => {
        asked.push(options.access)
        return repository.remote(options)
      }
      const workspace = await openWorkspace(workspaces, { ...repository, remote })
      expect(new Set(asked)).toEqual(new Set(['read']))
      await workspace.write('b.md', 'B\n')
      await workspace.push(await workspace.commit(commitRequest()))
      expect(asked.filter((access) => access === 'write')).toHaveLength(1)
      await workspace.close()
    },
  },
  {
    name: 'keeps workspaces of one repository apart, and forgets a job more than once',
    async run({ workspaces, makeRepository }) {
      const repository = await makeRepository(FILES)
      const [one, two] = await Promise.all([
        openWorkspace(workspaces, repository, { keep: 'one', branch: 'one' }),
        openWorkspace(workspaces, repository, { keep: 'two', branch: 'two' }),
      ])
      await one.write('b.md', 'one\n')
      expect(await textChanges(two)).toEqual([])
      await one.close()
      await workspaces.forget(repository.url, 'one')
      await workspaces.forget(repository.url, 'one')
      expect(await readText(two, 'b.md')).toBe('b\n')
      await two.close()
    },
  },
]

function sorted<Value>(files: Map<string, Value>): [string, Value][] {
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1))
}
