import { expect } from 'vitest'
import type { ContractCase } from './contract-case.ts'
import {
  commitRequest,
  openWorkspace,
  readText,
  textChanges,
  type WorkspacesContext,
} from './workspaces-context.ts'
import { PAGES } from './workspaces-files.ts'

const misconfigured = { code: 'git_host_misconfigured' }

export const publishingCases: readonly ContractCase<WorkspacesContext>[] = [
  {
    name: 'pushes exactly its changes to a new branch and stands on the commit',
    async run({ workspaces, makeRepository }) {
      const repository = await makeRepository(PAGES)
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
      const repository = await makeRepository(PAGES)
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
      const workspace = await openWorkspace(workspaces, await makeRepository(PAGES))
      await expect(workspace.commit(commitRequest())).rejects.toMatchObject({ code: 'invalid_request' })
      await workspace.close()
    },
  },
  {
    name: 'continues a branch that exists, and opens exactly the commit asked for',
    async run({ workspaces, others, makeRepository }) {
      const repository = await makeRepository(PAGES)
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
      const repository = await makeRepository(PAGES)
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
      const repository = await makeRepository(PAGES)
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
    name: 'tells a person what to mend when the repository or the base branch is not there',
    async run({ workspaces, makeRepository }) {
      const repository = await makeRepository(PAGES)
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
      const repository = await makeRepository(PAGES)
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
      const repository = await makeRepository(PAGES)
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
