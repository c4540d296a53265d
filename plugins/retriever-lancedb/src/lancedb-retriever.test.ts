import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectId } from '@docent/core'
import { indexedPage, type PageDraft } from '@docent/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LancedbRetriever } from './lancedb-retriever.ts'
import type { LancedbRetrieverOptions } from './retriever-options.ts'
import { TableFolder } from './tables/project-tables.ts'

const project = projectId('handbook')
let directory: string
let opened: LancedbRetriever[]
let errors: unknown[]

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docent-lancedb-'))
  opened = []
  errors = []
})

afterEach(async () => {
  for (const retriever of opened) await retriever.stop()
  await rm(directory, { recursive: true })
})

/** Another one on the same directory stands for another process. */
function open(options: Partial<LancedbRetrieverOptions> = {}): LancedbRetriever {
  const retriever = new LancedbRetriever({
    directory,
    cacheMb: 64,
    clock: { now: () => Date.now() },
    ids: { sortable: randomUUID, secret: randomUUID },
    logger: { debug() {}, info() {}, warn() {}, error: (fields) => errors.push(fields) },
    ...options,
  })
  opened.push(retriever)
  return retriever
}

async function commit(retriever: LancedbRetriever, revision: string, drafts: PageDraft[]): Promise<void> {
  const writer = await retriever.begin(project)
  await writer.write(drafts.map(indexedPage))
  await writer.commit(revision)
}

async function find(retriever: LancedbRetriever, text: string): Promise<string[]> {
  const found = await retriever.search(project, { text, limit: 20 })
  return found.map(({ passage }) => passage.pagePath).sort()
}

/** How many versions each table of the served revision has. */
async function versions(): Promise<number[]> {
  const folder = join(directory, 'handbook')
  const { tables } = JSON.parse(await readFile(join(folder, 'CURRENT'), 'utf8'))
  const names = ['passages', 'pages'].map((name) => join(folder, tables, `${name}.lance`, '_versions'))
  return Promise.all(names.map(async (name) => (await readdir(name)).length))
}

async function filesOf(id = 'handbook'): Promise<string[]> {
  return (await readdir(join(directory, id))).sort()
}

test('sees at once what another process commits', async () => {
  const server = open()
  const cli = open()
  expect(await find(server, 'lantern')).toEqual([])
  await commit(cli, 'r1', [{ path: '/a', texts: ['lantern'] }])
  expect(await find(server, 'lantern')).toEqual(['/a'])
  await commit(cli, 'r2', [{ path: '/a', texts: ['compass'] }])
  expect(await find(server, 'lantern')).toEqual([])
  expect((await server.manifest(project)).revision).toBe('r2')
  await cli.drop(project)
  expect(await find(server, 'compass')).toEqual([])
})

test('opens the next revision when the one it was about to open is gone', async () => {
  const writer = open()
  await commit(writer, 'r1', [{ path: '/a', texts: ['lantern'] }])
  const openPinned = vi.spyOn(TableFolder.prototype, 'openPinned')
  openPinned.mockImplementationOnce(async () => {
    await commit(writer, 'r2', [{ path: '/b', texts: ['lantern'] }])
    throw new Error('The tables are gone.')
  })
  try {
    expect(await find(open(), 'lantern')).toEqual(['/a', '/b'])
    openPinned.mockRejectedValueOnce(new Error('The disk is gone.'))
    await expect(find(open(), 'lantern')).rejects.toThrow('could not be read')
  } finally {
    openPinned.mockRestore()
  }
})

test('serves the old revision after a crash in the middle, and the next writer starts from it', async () => {
  const before = open()
  await commit(before, 'r1', [{ path: '/a', texts: ['lantern'] }])
  const crashed = await before.begin(project)
  const written = await versions()
  // More than one batch, so that part of it lies in the tables.
  await crashed.write(
    Array.from({ length: 1_200 }, (_, at) => indexedPage({ path: `/crash/${at}`, texts: ['compass'] })),
  )
  await crashed.remove(['a.mdx'])
  await vi.waitFor(async () => {
    const now = await versions()
    expect(now.map((count, at) => count > (written[at] ?? 0))).toEqual([true, true])
  })
  // The process is gone: its lock stays behind with a process id that nobody has.
  await writeFile(join(directory, 'handbook', 'writer.lock'), lockOf(2 ** 30))

  const after = open()
  expect(await find(after, 'lantern')).toEqual(['/a'])
  expect(await find(after, 'compass')).toEqual([])
  await commit(after, 'r2', [{ path: '/b', texts: ['lantern'] }])
  expect(await find(after, 'lantern')).toEqual(['/a', '/b'])
  expect(await find(after, 'compass')).toEqual([])
  await expect(crashed.commit('too late')).rejects.toMatchObject({ code: 'lease_lost' })
  expect((await after.manifest(project)).revision).toBe('r2')
})

test('starts over after a crash in the very first revision, and leaves nothing of it behind', async () => {
  const before = open()
  const crashed = await before.begin(project)
  await crashed.write([indexedPage({ path: '/a', texts: ['lantern'] })])
  await writeFile(join(directory, 'handbook', 'writer.lock'), lockOf(2 ** 30))
  const after = open()
  expect(await find(after, 'lantern')).toEqual([])
  await commit(after, 'r1', [{ path: '/b', texts: ['lantern'] }])
  expect(await find(after, 'lantern')).toEqual(['/b'])
  expect((await filesOf()).map((name) => name.replace(/-.*/s, ''))).toEqual(
    expect.arrayContaining(['CURRENT', 'links', 'statistics']),
  )
  expect(await filesOf()).toHaveLength(4)
})

test('changes and removes files whose batch is still on its way into the tables', async () => {
  const retriever = open()
  const writer = await retriever.begin(project)
  const many = (word: string) => Array.from({ length: 1_100 }, (_, n) => `${word} ${n}`)
  const write = (path: string, texts: string[]) => writer.write([indexedPage({ path, texts })])
  await write('/a', many('lantern'))
  await write('/b', many('lantern'))
  await write('/a', ['compass'])
  const removed = indexedPage({ path: '/b', texts: [] }).page.file
  await writer.remove([removed])
  await write('/c', many('anchor'))
  await writer.commit('r1')
  expect(await find(retriever, 'lantern')).toEqual([])
  expect(await find(retriever, 'compass')).toEqual(['/a'])
  expect(await retriever.manifest(project)).toMatchObject({ pages: 2, passages: 1_101 })
})

test('tells the next write and the commit when a batch could not be put into the tables', async () => {
  const retriever = open()
  const tables = vi.spyOn(TableFolder.prototype, 'create')
  tables.mockImplementationOnce(async function (this: TableFolder, ...args) {
    tables.mockRestore()
    const created = await this.create(...args)
    created.passages.add = () => Promise.reject(new Error('The disk is full.'))
    return created
  })
  const writer = await retriever.begin(project)
  const page = indexedPage({ path: '/a', texts: Array.from({ length: 1_100 }, (_, n) => `lantern ${n}`) })
  await writer.write([page])
  await expect(writer.commit('r1')).rejects.toMatchObject({ code: 'dependency_failed' })
  await writer.abort()
  expect((await retriever.manifest(project)).revision).toBeUndefined()
  await commit(retriever, 'r2', [{ path: '/a', texts: ['compass'] }])
  expect(await find(retriever, 'compass')).toEqual(['/a'])
})

test('finds the same in memory as in LanceDB, through edits', async () => {
  const inLance = open({ postingsMb: 0 })
  const inMemory = open()
  const words = 'lantern compass anchor harbour rope sail mast keel'.split(' ')
  const pages = (from: number, to: number, mark: string) =>
    Array.from({ length: to - from }, (_, n) => ({
      path: `/p${from + n}`,
      texts: words.filter((_, at) => ((from + n) * (at + 3)) % 7 < 2).map((word) => `${word} ${mark} ${n}`),
    }))
  await commit(inLance, 'r0', pages(0, 60, 'first'))
  for (let round = 1; round <= 3; round++) {
    await inMemory.prepare(project)
    for (const text of ['lantern', 'compass rope', 'keel mast sail anchor', `round${round}`]) {
      const query = { text, limit: 30 }
      const [first, second] = await Promise.all([inLance, inMemory].map((one) => one.search(project, query)))
      expect(second).toEqual(first)
    }
    await commit(inLance, `r${round}`, pages(round * 10, round * 10 + 15, `round${round + 1}`))
  }
})

test('says when the words of the passages do not fit into its memory, and finds all the same', async () => {
  const warned: object[] = []
  const logger = { debug() {}, info() {}, warn: (fields: object) => void warned.push(fields), error() {} }
  const retriever = open({ postingsMb: 0.001, logger })
  await commit(
    retriever,
    'r1',
    Array.from({ length: 50 }, (_, at) => ({ path: `/p${at}`, texts: [`lantern number${at}`] })),
  )
  await retriever.prepare(project)
  expect(await find(retriever, 'number7')).toEqual(['/p7'])
  expect(warned).toContainEqual({ project, passages: 50, neededMb: 1, postingsMb: 0.001 })
})

test('keeps the words of the passages in a file where memory has no room, finds the same, and leaves no file', async () => {
  const informed: object[] = []
  const logger = { debug() {}, info: (fields: object) => void informed.push(fields), warn() {}, error() {} }
  const retriever = open({ postingsMb: 0.002, logger })
  const pages = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => ({
      path: `/p${from + at}`,
      texts: [`lantern number${from + at} with oil, glass, wick and a handle of brass`],
    }))
  await commit(retriever, 'r1', pages(0, 50))
  await retriever.prepare(project)
  expect(informed).toContainEqual({ project, passages: 50, neededMb: 1, postingsMb: 0.002, fileMb: 1 })
  expect(await find(retriever, 'number7')).toEqual(['/p7'])
  await commit(retriever, 'r2', pages(50, 60))
  await retriever.prepare(project)
  expect(await find(retriever, 'number7')).toEqual(['/p7'])
  expect(await find(retriever, 'number55')).toEqual(['/p55'])
  const files = await readdir(directory, { recursive: true })
  expect(files.filter((name) => name.includes('postings'))).toEqual([])
})

test('refuses a second writer while a revision is open', async () => {
  const first = open()
  const writer = await first.begin(project)
  await expect(open().begin(project)).rejects.toMatchObject({ code: 'conflict', isRetryable: true })
  await writer.abort()
  await (await open().begin(project)).abort()
})

test('finds the same before and after it optimized, and goes on from there', async () => {
  const retriever = open()
  await commit(
    retriever,
    'r1',
    Array.from({ length: 300 }, (_, at) => ({ path: `/p${at}`, texts: [`lantern number${at}`, 'rope'] })),
  )
  for (let at = 0; at < 10; at++)
    await commit(retriever, `e${at}`, [{ path: `/p${at}`, texts: [`compass number${at}`] }])
  const compass = await find(retriever, 'compass')
  expect(compass).toHaveLength(10)
  await retriever.optimize()
  expect(errors).toEqual([])
  expect(await find(retriever, 'compass')).toEqual(compass)
  expect(await find(retriever, 'number7')).toEqual(['/p7'])
  await commit(retriever, 'last', [{ path: '/p7', texts: ['anchor'] }])
  expect(await find(retriever, 'number7')).not.toContain('/p7')
  expect(await find(open(), 'anchor')).toEqual(['/p7'])
  expect((await retriever.manifest(project)).passages).toBe(300 + 300 - 10)
})

test('optimizes by itself after several commits, and leaves no lock behind when it is stopped', async () => {
  const retriever = open()
  for (let at = 0; at < 8; at++) await commit(retriever, `r${at}`, [{ path: `/p${at}`, texts: ['lantern'] }])
  // Nothing waits for quiet: this only waits for what runs.
  await retriever.optimize()
  const current: unknown = JSON.parse(await readFile(join(directory, 'handbook', 'CURRENT'), 'utf8'))
  expect(current).toMatchObject({ unfolded: 0, revision: 'r7' })
  await commit(retriever, 'r8', [{ path: '/p8', texts: ['lantern'] }])
  await retriever.stop()
  expect(await filesOf()).not.toContain('writer.lock')
})

test('finds by vectors as well once their index is made', async () => {
  const retriever = open()
  const angle = (at: number) => [Math.cos(at), Math.sin(at)]
  const embedding = { model: 'test:angle', dimensions: 2 }
  const writer = await retriever.begin(project, { embedding })
  const pages = Array.from({ length: 100 }, (_, at) =>
    indexedPage({
      path: `/p${at}`,
      texts: Array.from({ length: 105 }, (_, part) => `word${at} part${part}`),
    }),
  )
  await writer.write(
    pages.map((entry, at) => ({
      ...entry,
      vectors: entry.passages.map(({ id }) => ({ key: id, values: angle(at / 100) })),
    })),
  )
  await writer.commit('r1')
  const found = await retriever.search(project, {
    text: 'nothingalike',
    limit: 5,
    embed: async () => angle(0.42),
  })
  expect(found[0]?.passage.pagePath).toBe('/p42')
})

test('keeps passages that the model gave no vector for, and finds them by words', async () => {
  const retriever = open()
  const embedding = { model: 'test:angle', dimensions: 2 }
  for (const [revision, values] of [
    ['r1', [1, 0]],
    ['r2', []],
  ] as const) {
    const writer = await retriever.begin(project, { embedding })
    const entries = ['a', 'b'].map((name) => indexedPage({ path: `/${revision}${name}`, texts: ['lantern'] }))
    await writer.write(
      entries.map((entry, at) => ({
        ...entry,
        vectors: [{ key: revision, values: at === 0 ? values : [] }],
      })),
    )
    await writer.commit(revision)
  }
  const found = await retriever.search(project, { text: 'lantern', limit: 9, embed: async () => [1, 0] })
  expect(found.map(({ passage }) => passage.pagePath).sort()).toEqual(['/r1a', '/r1b', '/r2a', '/r2b'])
  expect(found[0]?.passage.pagePath).toBe('/r1a')
})

test('answers no error and no passage for an index of another format, and builds it anew', async () => {
  const retriever = open()
  await commit(retriever, 'r1', [{ path: '/a', texts: ['lantern'] }])
  const path = join(directory, 'handbook', 'CURRENT')
  const current = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...current, format: 0 }))
  expect((await retriever.manifest(project)).revision).toBeUndefined()
  await commit(retriever, 'r2', [{ path: '/b', texts: ['lantern'] }])
  expect(await find(retriever, 'lantern')).toEqual(['/b'])
})

test('serves an index of an older format until it is built anew', async () => {
  const retriever = open()
  await commit(retriever, 'r1', [{ path: '/a', texts: ['lantern'] }])
  const path = join(directory, 'handbook', 'CURRENT')
  const { links: _, ...current } = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...current, format: 3 }))
  expect(await find(retriever, 'lantern')).toEqual(['/a'])
  expect((await retriever.page(project, '/a'))?.path).toBe('/a')
  for (const state of [await retriever.manifest(project), await retriever.state(project)]) {
    expect(state).toMatchObject({ revision: undefined, pages: 0, passages: 0 })
  }
  expect((await retriever.manifest(project)).hashes.size).toBe(0)
  await retriever.optimize()
  const writer = await retriever.begin(project)
  await writer.write([indexedPage({ path: '/b', texts: ['lantern'] })])
  expect(await find(retriever, 'lantern')).toEqual(['/a'])
  await writer.commit('r2')
  expect(await find(retriever, 'lantern')).toEqual(['/b'])
  expect(JSON.parse(await readFile(path, 'utf8')).format).toBeGreaterThan(3)
})

test('finds a page by what other pages call it, but for those that outsiders cannot see', async () => {
  const retriever = open()
  const linking = (path: string, text: string, groups: string[] = []) => {
    const entry = indexedPage({ path, title: `Of ${path}`, texts: ['Nothing.'], groups })
    const link = { target: '/b', text, kind: 'internal' as const, line: 1, column: 1 }
    return { ...entry, page: { ...entry.page, links: [link] } }
  }
  const matter = ['a', 'b', 'c'].map((name) =>
    indexedPage({ path: `/${name}`, title: `Matter ${name}`, texts: ['A lamp hangs in the harbour.'] }),
  )
  const write = async (revision: string, pages: readonly ReturnType<typeof indexedPage>[]) => {
    const writer = await retriever.begin(project)
    await writer.write(pages)
    await writer.commit(revision)
  }
  await write('r1', [...matter, linking('/x', 'Harbour lamps')])
  const search = () => retriever.search(project, { text: 'harbour lamp', limit: 2, perPage: 1 })
  expect((await search())[0]?.passage.pagePath).toBe('/b')
  await write('r2', [linking('/x', 'Harbour lamps', ['staff'])])
  const [first, second] = await search()
  expect(first?.score).toBe(second?.score)
})

test('lets other work have its turns while a long page is written', async () => {
  const entry = indexedPage({ path: '/long', texts: ['Nothing.'] })
  const content = '/a/b/c/d.e.f.g '.repeat(60_000)
  const writer = await open().begin(project)
  let turns = 0
  let isWriting = true
  const count = () => {
    turns++
    if (isWriting) setImmediate(count)
  }
  setImmediate(count)
  await writer.write([{ ...entry, page: { ...entry.page, content } }])
  isWriting = false
  await writer.commit('r1')
  expect(turns).toBeGreaterThan(20)
})

test('says what to do when CURRENT is damaged', async () => {
  const retriever = open()
  await commit(retriever, 'r1', [{ path: '/a', texts: ['lantern'] }])
  await writeFile(join(directory, 'handbook', 'CURRENT'), '{"revision":')
  await expect(find(retriever, 'lantern')).rejects.toMatchObject({
    code: 'dependency_failed',
    message: expect.stringContaining('docent index'),
  })
})

test('says so when a search index is missing, instead of finding nothing', async () => {
  const retriever = open()
  await commit(retriever, 'r1', [{ path: '/a', texts: ['lantern'] }])
  const path = join(directory, 'handbook', 'CURRENT')
  const current = JSON.parse(await readFile(path, 'utf8'))
  // The version before the indices were made.
  await writeFile(path, JSON.stringify({ ...current, passagesVersion: 2 }))
  await expect(find(retriever, 'lantern')).rejects.toMatchObject({
    message: expect.stringContaining('search'),
  })
})

function lockOf(pid: number): string {
  return JSON.stringify({ token: 'dead', pid, host: hostname(), purpose: 'write' })
}
