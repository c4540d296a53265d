import { DocentError, type FileChange, type Workspace } from '@docent/core/plugin'
import fc from 'fast-check'
import { expect } from 'vitest'
import { commitRequest, openWorkspace, textChanges, type WorkspacesContext } from './workspaces-context.ts'

/** Few paths, some of them folders of others, so that refusals are common. */
const PATHS = ['a', 'a/b', 'a/b/c.md', 'a/d.md', 'e.md', 'é/f.md', 'é', 'a.b', 'a0/x']
const SEED = { 'a/b/c.md': 'c\n', 'a/d.md': 'd\n', 'e.md': 'e\n', 'a0/x': 'x\n' }

const path = fc.constantFrom(...PATHS)
const content = fc.constantFrom('', 'c\n', 'd\n', 'e\n', 'long\n'.repeat(50))
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), path, content }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), path, to: path }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), path }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('restore' as const),
      changes: fc.array(fc.record({ path, content: fc.option(content) }), { maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/**
 * Random edits on a workspace against a plain map of files: the same edits are refused, list, changes and search
 * agree after them, and what is pushed is the map.
 */
export async function workspacesProperty(
  create: () => Promise<WorkspacesContext>,
  options: { runs?: number } = {},
): Promise<void> {
  const context = await create()
  try {
    const repository = await context.makeRepository(SEED)
    let count = 0
    const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const branch = `docent/run-${count++}`
      const workspace = await openWorkspace(context.workspaces, repository, { branch, keep: branch })
      let model = new Map<string, string>(Object.entries(SEED))
      for (const each of steps) model = await takeStep(workspace, model, each)
      expect((await workspace.list()).map((file) => file.path)).toEqual([...model.keys()].sort())
      const expected = differences(model)
      expect(await textChanges(workspace)).toEqual(expected)
      const { hits } = await workspace.search({ pattern: '^[cde]$' })
      const matching = [...model].filter(([, text]) => /^[cde]\n$/.test(text)).map(([each]) => each)
      expect(hits.map((hit) => hit.path).sort()).toEqual(matching.sort())
      if (expected.length === 0) {
        await expect(workspace.commit(commitRequest())).rejects.toMatchObject({ code: 'invalid_request' })
      } else {
        const intent = await workspace.commit(commitRequest())
        expect((await workspace.push(intent)).kind).toBe('pushed')
        const files = await repository.files(branch)
        expect(new Map([...files].map(([each, file]) => [each, file.content]))).toEqual(model)
        expect(await workspace.changes()).toEqual([])
      }
      await workspace.close()
    })
    await fc.assert(property, { numRuns: options.runs ?? 100 })
  } finally {
    await context.close?.()
  }
}

async function takeStep(
  workspace: Workspace,
  model: Map<string, string>,
  each: Step,
): Promise<Map<string, string>> {
  if (each.kind === 'again') {
    // What a restart does: the recorded changes over a fresh base.
    const changes = await workspace.changes()
    await workspace.reset()
    await workspace.restore(changes)
    return model
  }
  const next = applied(model, each)
  const done = await perform(workspace, each).then(
    () => true,
    (error: unknown) => {
      if (!DocentError.is(error, 'invalid_request')) throw error
      return false
    },
  )
  expect([each, done]).toEqual([each, next !== undefined])
  return next ?? model
}

async function perform(workspace: Workspace, each: Exclude<Step, { kind: 'again' }>): Promise<void> {
  if (each.kind === 'write') return workspace.write(each.path, each.content)
  if (each.kind === 'move') return workspace.move(each.path, each.to)
  if (each.kind === 'delete') return workspace.delete(each.path)
  const changes: FileChange[] = each.changes.map((change) => ({
    path: change.path,
    content: change.content === null ? null : Buffer.from(change.content),
  }))
  return workspace.restore(changes)
}

/** The files after a step; undefined when it must be refused. */
function applied(
  model: ReadonlyMap<string, string>,
  each: Exclude<Step, { kind: 'again' }>,
): Map<string, string> | undefined {
  const next = new Map(model)
  if (each.kind === 'write') return put(next, each.path, each.content)
  const text = each.kind === 'restore' ? undefined : next.get(each.path)
  if (each.kind === 'delete') return text !== undefined && next.delete(each.path) ? next : undefined
  if (each.kind === 'move') {
    if (text === undefined || next.has(each.to) || isFolder(next, each.to)) return undefined
    next.delete(each.path)
    return put(next, each.to, text)
  }
  const last = new Map(each.changes.map((change) => [change.path, change.content]))
  for (const [where, content] of last) if (content === null) next.delete(where)
  for (const [where, content] of last) if (content !== null && !put(next, where, content)) return undefined
  return next
}

function put(files: Map<string, string>, where: string, content: string): Map<string, string> | undefined {
  const above = [...files.keys()].some((other) => where.startsWith(`${other}/`))
  return above || isFolder(files, where) ? undefined : files.set(where, content)
}

function isFolder(files: ReadonlyMap<string, string>, where: string): boolean {
  return [...files.keys()].some((other) => other.startsWith(`${where}/`))
}

function differences(model: ReadonlyMap<string, string>): [string, string | null][] {
  const seed = new Map<string, string>(Object.entries(SEED))
  const paths = [...new Set([...seed.keys(), ...model.keys()])].sort()
  return paths
    .filter((each) => seed.get(each) !== model.get(each))
    .map((each) => [each, model.get(each) ?? null])
}
