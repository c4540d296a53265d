import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Workspace } from '@docent/core/plugin'
import { BareRepository } from '@docent/git'
import {
  type ContractRepository,
  commitRequest,
  ManualClock,
  makeGitOrigin,
  openWorkspace,
} from '@docent/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GitWorkspaces } from './git-workspaces.ts'

let directory = ''
let cacheDir = ''
let warnings: string[] = []
let workspaces: GitWorkspaces
let repository: ContractRepository

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lost-cache-'))
  cacheDir = join(directory, 'cache')
  warnings = []
  const logger = {
    debug() {},
    info() {},
    warn: (_: object, text: string) => void warnings.push(text),
    error() {},
  }
  // Without memory for trees everything is read from the cache.
  workspaces = new GitWorkspaces({ cacheDir, treeCacheBytes: 0 }, { clock: new ManualClock(), logger })
  repository = await makeGitOrigin(join(directory, 'origin.git'), {
    'docs/a.md': 'first line\nsecond line\n',
    'docs/b.md': 'b\n',
  })
})
afterEach(async () => {
  await workspaces.close()
  await rm(directory, { recursive: true })
})

async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const objectFiles = async () => (await files(cacheDir)).filter((file) => file.includes('/objects/'))

const DAMAGES: Record<string, () => Promise<void>> = {
  'its folder was deleted': () => rm(cacheDir, { recursive: true }),
  'its objects were deleted': async () => {
    for (const file of await objectFiles()) await rm(file)
  },
  'its objects are cut short': async () => {
    for (const file of await objectFiles()) {
      await rm(file.replace(/\.pack$/, '.rev'), { force: true })
      await truncate(file, 20).catch(() => undefined)
    }
  },
  'its objects are random bytes': async () => {
    for (const file of await objectFiles()) {
      await rm(file)
      await writeFile(file, randomBytes(300))
    }
  },
  'every file is empty': async () => {
    for (const file of await files(cacheDir)) {
      await rm(file)
      await writeFile(file, '')
    }
  },
  'its configuration is random bytes': async () => {
    for (const file of await files(cacheDir))
      if (file.endsWith('/config')) await writeFile(file, randomBytes(80))
  },
}

const USES: Record<string, (workspace: Workspace) => Promise<void>> = {
  'a file is read': async (workspace) => {
    expect(Buffer.from((await workspace.read('docs/b.md')) ?? []).toString()).toBe('b\n')
  },
  'files are listed': async (workspace) => {
    expect((await workspace.list()).map((file) => file.path)).toEqual(['docs/a.md', 'docs/b.md', 'new.md'])
  },
  'text is searched': async (workspace) => {
    const found = await workspace.search({ pattern: 'second|added' })
    expect([...new Set(found.hits.map((hit) => hit.path))]).toEqual(['docs/a.md', 'new.md'])
  },
  'changes are shown': async (workspace) => {
    expect(await workspace.diff()).toMatch(/^\+added/m)
    expect(await workspace.summary()).toHaveLength(1)
  },
  'the changes are published': async (workspace) => {
    const intent = await workspace.commit(commitRequest())
    expect(await workspace.push(intent)).toMatchObject({ kind: 'pushed' })
  },
  'the workspace is opened again': async () => {
    const other = await openWorkspace(workspaces, repository)
    expect(await other.read('docs/a.md')).toBeDefined()
  },
}

describe.each(Object.entries(DAMAGES))('a git cache is made anew when %s', (_damage, damage) => {
  test.each(Object.entries(USES))('and %s', async (_use, use) => {
    const workspace = await openWorkspace(workspaces, repository)
    await workspace.write('new.md', 'added\n')
    await damage()
    await use(workspace)
    expect(warnings.every((text) => text.includes('has been made anew'))).toBe(true)
  })
})

test('a push is finished in a cache that was deleted after its intent was made', async () => {
  const workspace = await openWorkspace(workspaces, repository)
  await workspace.write('new.md', 'added\n')
  const intent = await workspace.commit(commitRequest())
  await rm(cacheDir, { recursive: true })
  expect(await workspace.push(intent)).toEqual({ kind: 'pushed', commit: intent.commit })
})

test('many workspaces notice at once, and the cache is made anew once', async () => {
  const open = await Promise.all(Array.from({ length: 6 }, () => openWorkspace(workspaces, repository)))
  await rm(cacheDir, { recursive: true })
  // A reader that is running still has the files of a pack; a search begins a new one.
  const found = await Promise.all(open.map((workspace) => workspace.search({ pattern: '^b$' })))
  expect(found.map(({ hits }) => hits.map(({ path }) => path))).toEqual(open.map(() => ['docs/b.md']))
  expect(warnings).toHaveLength(1)
})

test('a remote that is not there damages no cache', async () => {
  await openWorkspace(workspaces, repository)
  await rm(join(directory, 'origin.git'), { recursive: true })
  await expect(openWorkspace(workspaces, repository)).rejects.toMatchObject({
    code: 'git_host_misconfigured',
  })
  expect(warnings).toEqual([])
})

test('a commit that another process took away between fetch and read is fetched again', async () => {
  const read = vi.spyOn(BareRepository.prototype, 'treeOf').mockResolvedValueOnce(undefined)
  try {
    const workspace = await openWorkspace(workspaces, repository)
    expect(Buffer.from((await workspace.read('docs/b.md')) ?? []).toString()).toBe('b\n')
  } finally {
    read.mockRestore()
  }
})
