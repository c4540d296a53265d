import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  CommitRequest,
  FileChange,
  PublishIntent,
  SearchRequest,
  Workspace,
  Workspaces,
} from '@docent/core/plugin'
import {
  type ContractRepository,
  failingCases,
  ManualClock,
  makeGitOrigin,
  type WorkspacesContext,
  workspacesCases,
} from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { GitWorkspaces } from './git-workspaces.ts'

/** A fault: members of a sound workspace that are replaced. */
type Fault = (
  sound: Workspace,
  world: { pristine: () => Promise<Workspace>; origin: () => ContractRepository },
) => Partial<Workspace>

const FAULTS: Record<string, { sentence: RegExp; fault: Fault }> = {
  'accepts every path': {
    sentence: /refuses paths that leave/,
    fault: (sound) => ({ write: (path, content) => sound.write(path, content).catch(() => undefined) }),
  },
  'reads through symlinks': {
    sentence: /through symlinks/,
    fault: (sound) => ({ read: (path) => sound.read(path.replace(/^link\//, 'docs/')) }),
  },
  'searches the base only': {
    sentence: /shows edits/,
    fault: (_sound, { pristine }) => ({
      search: async (request: SearchRequest) => {
        const workspace = await pristine()
        return workspace.search(request)
      },
    }),
  },
  'lists executables as ordinary files': {
    sentence: /lists and reads/,
    fault: (sound) => ({
      list: async (options) => (await sound.list(options)).map(({ path }) => ({ path, kind: 'file' })),
    }),
  },
  'leaves unchanged files among the changes': {
    sentence: /no change where the content is again/,
    fault: (sound) => {
      const written = new Map<string, FileChange>()
      return {
        write: async (path, content) => {
          await sound.write(path, content)
          written.set(path, { path, content: Buffer.from(content) })
        },
        changes: async () => [...written.values()],
      }
    },
  },
  'restores with the first change winning': {
    sentence: /later ones winning/,
    fault: (sound) => ({ restore: (changes) => sound.restore(changes.toReversed()) }),
  },
  'forgets the executable bit when it restores': {
    sentence: /keeps the executable bit/,
    fault: (sound) => ({
      restore: (changes) => sound.restore(changes.map(({ path, content }) => ({ path, content }))),
    }),
  },
  'lets a file take the place of a folder': {
    sentence: /refuses a file where a folder is/,
    fault: (sound) => ({ write: (path, content) => sound.write(path === 'docs' ? 'other' : path, content) }),
  },
  'moves onto files that exist': {
    sentence: /moves onto a file/,
    fault: (sound) => ({
      move: async (from, to) => {
        if (from !== to && (await sound.read(to)) && (await sound.read(from))) await sound.delete(to)
        await sound.move(from, to)
      },
    }),
  },
  'dates commits by the clock': {
    sentence: /same commit of the same request/,
    fault: (sound) => {
      let second = 0
      return {
        commit: (request: CommitRequest) =>
          sound.commit({ ...request, date: request.date + 1000 * second++ }),
      }
    },
  },
  'pushes over a tip that moved': {
    sentence: /merges with a tip that moved/,
    fault: (sound, { origin }) => ({
      push: async (intent: PublishIntent) => {
        await origin().moveBranch(intent.branch, intent.parent)
        return sound.push(intent)
      },
    }),
  },
  'does not recognise its own push': {
    sentence: /reply was lost/,
    fault: (sound) => ({
      push: async (intent) => {
        await sound.push(intent)
        return { kind: 'pushed', commit: intent.commit }
      },
    }),
  },
  'drops the markers of a conflict': {
    sentence: /diff3 markers/,
    fault: (sound) => ({
      push: async (intent) => {
        const result = await sound.push(intent)
        if (result.kind === 'conflict') await sound.reset()
        return result
      },
    }),
  },
  'lists every file, whatever the prefix': {
    sentence: /lists and reads/,
    fault: (sound) => ({ list: () => sound.list() }),
  },
  'reads the base as it is now': {
    sentence: /shows edits/,
    fault: (sound) => ({ readBase: (path) => sound.read(path) }),
  },
  'decodes what it reads': {
    sentence: /no text as they are/,
    fault: (sound) => ({
      read: async (path) => {
        const bytes = await sound.read(path)
        return bytes && Buffer.from(new TextDecoder().decode(bytes))
      },
    }),
  },
  'loses what was deleted': {
    sentence: /shows edits/,
    fault: (sound) => ({
      changes: async () => (await sound.changes()).filter(({ content }) => content !== null),
    }),
  },
  'says that a search was whole': {
    sentence: /finds lines/,
    fault: (sound) => ({
      search: async (request) => ({ ...(await sound.search(request)), truncated: false }),
    }),
  },
  'searches without context': {
    sentence: /finds lines/,
    fault: (sound) => ({ search: ({ context: _context, ...request }) => sound.search(request) }),
  },
  'searches every path': {
    sentence: /finds lines/,
    fault: (sound) => ({ search: ({ paths: _paths, ...request }) => sound.search(request) }),
  },
  'takes a plain string for a pattern': {
    sentence: /finds lines/,
    fault: (sound) => ({ search: ({ fixed: _fixed, ...request }) => sound.search(request) }),
  },
  'calls a rename a deletion and an addition': {
    sentence: /summarises/,
    fault: (sound) => ({
      summary: async () =>
        (await sound.summary()).flatMap(({ from, ...each }) =>
          from === undefined
            ? [each]
            : [
                { ...each, change: 'added' as const },
                { path: from, change: 'deleted' as const, added: 0, removed: 0 },
              ],
        ),
    }),
  },
  'keeps changes through a reset': { sentence: /resets to none/, fault: () => ({ reset: async () => {} }) },
  'commits without changes': {
    sentence: /nothing to commit/,
    fault: (sound) => ({
      commit: async (request) => {
        if ((await sound.changes()).length === 0) await sound.write('empty.md', '')
        return sound.commit(request)
      },
    }),
  },
  'pushes a merge over a conflict': {
    sentence: /diff3 markers/,
    fault: (sound) => ({
      push: async (intent) => {
        const result = await sound.push(intent)
        return result.kind === 'conflict'
          ? { kind: 'merged', commit: intent.commit, tip: result.tip }
          : result
      },
    }),
  },
  'deletes what is not there': {
    sentence: /what is not there/,
    fault: (sound) => ({ delete: (path) => sound.delete(path).catch(() => undefined) }),
  },
  'ignores an aborted signal': {
    sentence: /aborted signal/,
    fault: (sound) => ({ write: (path, content) => sound.write(path, content) }),
  },
  'keeps its changes after a push': {
    sentence: /pushes exactly its changes/,
    fault: (sound) => {
      let last: FileChange[] = []
      return {
        commit: async (request) => {
          last = await sound.changes()
          return sound.commit(request)
        },
        changes: async () => (last.length > 0 ? last : sound.changes()),
      }
    },
  },
}

describe('Workspaces contract', () => {
  test.each(Object.entries(FAULTS))('catches a workspace that %s', async (_name, { sentence, fault }) => {
    const cases = workspacesCases.filter(({ name }) => sentence.test(name))
    expect(cases).toHaveLength(1)
    expect(await failingCases(cases, () => brokenContext(fault))).toHaveLength(1)
  })

  test('the sound workspaces behind the faults pass the same cases', async () => {
    const cases = workspacesCases.filter(({ name }) => /merges with a tip|later ones winning/.test(name))
    expect(await failingCases(cases, () => brokenContext(() => ({})))).toEqual([])
  })
})

async function brokenContext(fault: Fault): Promise<WorkspacesContext> {
  const directory = await mkdtemp(join(tmpdir(), 'faults-'))
  const [one, two] = ['one', 'two'].map(
    (name) => new GitWorkspaces({ cacheDir: join(directory, name) }, { clock: new ManualClock() }),
  ) as [GitWorkspaces, GitWorkspaces]
  let origin: ContractRepository | undefined
  const world = () => {
    if (!origin) throw new Error('No repository was made.')
    return origin
  }
  const plant = (sound: Workspaces): Workspaces => ({
    open: async (request, options) => {
      const workspace = await sound.open(request, options)
      const pristine = () => sound.open({ ...request, commit: workspace.base, keep: 'pristine' })
      return withFault(workspace, fault(workspace, { pristine, origin: world }))
    },
    forget: (repository, keep, options) => sound.forget(repository, keep, options),
  })
  return {
    workspaces: plant(one),
    others: plant(two),
    async makeRepository(files) {
      origin = await makeGitOrigin(join(directory, 'origin.git'), files)
      return origin
    },
    async close() {
      await one.close()
      await two.close()
      await rm(directory, { recursive: true })
    },
  }
}

function withFault(sound: Workspace, fault: Partial<Workspace>): Workspace {
  return new Proxy(sound, {
    get(target, key) {
      const replaced: unknown = Reflect.get(fault, key)
      if (replaced !== undefined) return replaced
      const member: unknown = Reflect.get(target, key, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
