import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectId } from '@docent/core/plugin'
import { indexedPage, type PageDraft } from '@docent/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FileRetriever } from './file-retriever.ts'
import { SegmentSink } from './files/segment-sink.ts'
import type { FileRetrieverOptions } from './retriever-options.ts'
import { Segment } from './segments/segment.ts'

const project = projectId('handbook')
let directory: string
let opened: FileRetriever[]
let errors: unknown[]

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docent-files-'))
  opened = []
  errors = []
})

afterEach(async () => {
  vi.restoreAllMocks()
  for (const retriever of opened) await retriever.stop()
  await rm(directory, { recursive: true })
})

/** Another one on the same directory stands for another process. */
function open(options: Partial<FileRetrieverOptions> = {}): FileRetriever {
  const retriever = new FileRetriever({
    directory,
    memoryMb: 16,
    clock: { now: () => Date.now() },
    ids: { sortable: randomUUID, secret: randomUUID },
    logger: { debug() {}, info() {}, warn() {}, error: (fields) => errors.push(fields) },
    ...options,
  })
  opened.push(retriever)
  return retriever
}

async function commit(retriever: FileRetriever, revision: string, drafts: PageDraft[]): Promise<void> {
  const writer = await retriever.begin(project)
  await writer.write(drafts.map(indexedPage))
  await writer.commit(revision)
}

async function find(retriever: FileRetriever, text: string): Promise<string[]> {
  const found = await retriever.search(project, { text, limit: 20 })
  return found.map(({ passage }) => passage.pagePath).sort()
}

/** The files of passages and pages in the folder. */
async function segmentFiles(): Promise<string[]> {
  return (await filesOf()).filter((name) => name.startsWith('segment-'))
}

async function filesOf(id = 'handbook'): Promise<string[]> {
  return (await readdir(join(directory, id))).sort()
}

test('finds the page of an operation first by its name or its ID, and by nothing longer', async () => {
  const retriever = open()
  const longer = Array.from({ length: 150 }, (_, at) => ({
    path: `/users/list-users-${at}`,
    title: 'List users: get users',
    texts: [`\`GET /users/${at}\`\n\nOperation ID: \`users/list-${at}\`\n\nGet users. Get users of users.`],
  }))
  const texts = ['`GET /users`\n\nOperation ID: `users/list`\n\nEveryone who has signed up, with photos.']
  await commit(retriever, 'r1', [...longer, { path: '/people', title: 'Everyone', texts }])
  const first = async (text: string) => (await retriever.search(project, { text, limit: 5 }))[0]
  for (const name of ['GET /users', '`get /users`', 'users/list'])
    expect(await first(name), name).toMatchObject({ passage: { pagePath: '/people' }, score: 1 })
  expect((await first('GET /users/7'))?.passage.pagePath).toBe('/users/list-users-7')
  expect((await first('how to GET /users'))?.passage.pagePath).not.toBe('/people')
})

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
  const openSegment = vi.spyOn(Segment, 'open')
  openSegment.mockImplementationOnce(async () => {
    openSegment.mockRestore()
    await commit(writer, 'r2', [{ path: '/b', texts: ['lantern'] }])
    throw new Error('The file is gone.')
  })
  expect(await find(open(), 'lantern')).toEqual(['/a', '/b'])
  vi.spyOn(Segment, 'open').mockRejectedValueOnce(new Error('The disk is gone.'))
  await expect(find(open(), 'lantern')).rejects.toThrow('could not be read')
})

test('serves the old revision after a crash in the middle, and the next writer starts from it', async () => {
  const before = open()
  await commit(before, 'r1', [{ path: '/a', texts: ['lantern'] }])
  const crashed = await before.begin(project)
  const written = await segmentFiles()
  await crashed.write(
    Array.from({ length: 1_200 }, (_, at) => indexedPage({ path: `/crash/${at}`, texts: ['compass'] })),
  )
  await crashed.remove(['a.mdx'])
  expect((await segmentFiles()).length).toBeGreaterThan(written.length)
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
  await crashed.abort()
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
  expect((await filesOf()).map((name) => name.replace(/-.*/s, ''))).toEqual([
    'CURRENT',
    'links',
    'segment',
    'statistics',
  ])
  await crashed.abort()
})

test('changes and removes files that the same revision wrote', async () => {
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

test('commits nothing when the disk is full, and goes on when it is not', async () => {
  const retriever = open()
  const finish = vi.spyOn(SegmentSink.prototype, 'finish')
  finish.mockRejectedValueOnce(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
  const writer = await retriever.begin(project)
  await writer.write([indexedPage({ path: '/a', texts: ['lantern'] })])
  await expect(writer.commit('r1')).rejects.toMatchObject({ code: 'unavailable' })
  await writer.abort()
  expect(await filesOf()).toEqual([])
  finish.mockRestore()
  expect((await retriever.manifest(project)).revision).toBeUndefined()
  await commit(retriever, 'r2', [{ path: '/a', texts: ['compass'] }])
  expect(await find(retriever, 'compass')).toEqual(['/a'])
})

test('finds the same in memory and in files, and with the same scores, through edits', async () => {
  const inFiles = open({ memoryMb: 0 })
  const inMemory = open()
  const words = 'lantern compass anchor harbour rope sail mast keel'.split(' ')
  const pages = (from: number, to: number, mark: string) =>
    Array.from({ length: to - from }, (_, n) => ({
      path: `/p${from + n}`,
      texts: words.filter((_, at) => ((from + n) * (at + 3)) % 7 < 2).map((word) => `${word} ${mark} ${n}`),
    }))
  await commit(inFiles, 'r0', pages(0, 60, 'first'))
  for (let round = 1; round <= 3; round++) {
    for (const text of ['lantern', 'compass rope', 'keel mast sail anchor', `round${round}`]) {
      const query = { text, limit: 30 }
      const [first, second] = await Promise.all([inFiles, inMemory].map((one) => one.search(project, query)))
      expect(second).toEqual(first)
    }
    await commit(inFiles, `r${round}`, pages(round * 10, round * 10 + 15, `round${round + 1}`))
  }
})

test('reads the index again with what changed, and keeps what did not', async () => {
  const retriever = open()
  await commit(retriever, 'r1', [{ path: '/a', texts: ['lantern'] }])
  expect(await find(retriever, 'lantern')).toEqual(['/a'])
  const opened = vi.spyOn(Segment, 'open')
  await commit(retriever, 'r2', [{ path: '/b', texts: ['lantern'] }])
  expect(await find(retriever, 'lantern')).toEqual(['/a', '/b'])
  // The new one alone, by its writer and then by its readers.
  expect(new Set(opened.mock.calls.map(([, name]) => name)).size).toBe(1)
  opened.mockRestore()
})

test('refuses a second writer while a revision is open', async () => {
  const first = open()
  const writer = await first.begin(project)
  await expect(open().begin(project)).rejects.toMatchObject({ code: 'conflict', isRetryable: true })
  await writer.abort()
  await (await open().begin(project)).abort()
})

test('makes many small segments one, and finds the same', async () => {
  const retriever = open()
  const first = Array.from({ length: 300 }, (_, at) => ({
    path: `/p${at}`,
    texts: [`lantern number${at}`, 'rope'],
  }))
  await commit(retriever, 'r1', first)
  for (let at = 0; at < 30; at++) {
    await commit(retriever, `e${at}`, [{ path: `/p${at}`, texts: [`compass number${at}`] }])
    expect(await find(retriever, `number${at}`)).toEqual([`/p${at}`])
    expect((await segmentFiles()).length).toBeLessThan(9)
  }
  expect((await retriever.search(project, { text: 'compass', limit: 100 })).length).toBe(30)
  expect(await find(retriever, 'number77')).toEqual(['/p77'])
  expect(await retriever.manifest(project)).toMatchObject({ pages: 300, passages: 300 + 300 - 30 })
  const summaries = await retriever.pages(project)
  expect(summaries.map(({ path }) => path).sort()).toEqual(first.map(({ path }) => path).sort())
  expect((await retriever.page(project, '/p7'))?.content).toBe('compass number7')
  expect(await find(open(), 'compass number7')).toContain('/p7')
})

test('writes a segment anew when most of it is gone', async () => {
  const retriever = open()
  const pages = Array.from({ length: 300 }, (_, at) => ({ path: `/p${at}`, texts: [`lantern number${at}`] }))
  await commit(retriever, 'r1', pages)
  const writer = await retriever.begin(project)
  await writer.remove(pages.slice(0, 200).map((draft) => indexedPage(draft).page.file))
  await writer.commit('r2')
  const current: { segments: { rows: number; gone: number[] }[] } = JSON.parse(
    await readFile(join(directory, 'handbook', 'CURRENT'), 'utf8'),
  )
  expect(current.segments).toMatchObject([{ rows: 100, gone: [] }])
  expect(await find(retriever, 'number7')).toEqual([])
  expect(await find(retriever, 'number250')).toEqual(['/p250'])
})

test('spreads a file over several segments when one has no room for its passages, and replaces all of it', async () => {
  const retriever = open()
  // So many dimensions leave a segment room for 16 rows.
  const embedding = { model: 'test:large', dimensions: 1_000_000 }
  const write = async (revision: string, texts: string[]) => {
    const writer = await retriever.begin(project, { embedding })
    await writer.write([
      indexedPage({ path: '/long', texts }),
      indexedPage({ path: `/${revision}`, texts: ['rope'] }),
    ])
    await writer.commit(revision)
  }
  await write(
    'r1',
    Array.from({ length: 50 }, (_, at) => `lantern number${at}`),
  )
  expect((await segmentFiles()).length).toBeGreaterThan(3)
  for (const at of [0, 20, 49]) expect(await find(retriever, `number${at}`)).toEqual(['/long'])
  expect(await retriever.manifest(project)).toMatchObject({ pages: 2, passages: 51 })
  await write('r2', ['compass'])
  expect(await find(retriever, 'lantern')).toEqual([])
  expect(await retriever.manifest(project)).toMatchObject({ pages: 3, passages: 3 })
})

test('corrects a word to none that only hidden or removed passages have', async () => {
  const retriever = open()
  await commit(retriever, 'r1', [
    { path: '/open', texts: ['harbour and lantern'] },
    { path: '/staff', texts: ['compass'], groups: ['staff'] },
    { path: '/gone', texts: ['rudder'] },
  ])
  const writer = await retriever.begin(project)
  await writer.remove([indexedPage({ path: '/gone', texts: [] }).page.file])
  await writer.commit('r2')
  const search = async (text: string, trustedGroups: string[] = []) =>
    (await retriever.search(project, { text, limit: 9, filter: { trustedGroups } })).length
  expect(await Promise.all(['lantorn', 'comppass', 'ruddr'].map((text) => search(text)))).toEqual([1, 0, 0])
  expect(await search('comppass', ['staff'])).toBe(1)
})

test('writes of one revision that overlap follow each other', async () => {
  const retriever = open()
  const writer = await retriever.begin(project)
  const pages = (word: string) =>
    Array.from({ length: 40 }, (_, at) =>
      indexedPage({ path: `/${word}${at}`, texts: [`${word} ${at}`, word] }),
    )
  await Promise.all([
    writer.write(pages('lantern')),
    writer.write(pages('compass')),
    writer.remove([pages('lantern')[7]?.page.file ?? '']),
  ])
  await writer.commit('r1')
  expect(await retriever.manifest(project)).toMatchObject({ pages: 79, passages: 158 })
  for (const page of [...pages('lantern').filter((_, at) => at !== 7), ...pages('compass')])
    expect((await retriever.page(project, page.page.path))?.content).toBe(page.page.content)
})

test('leaves no lock behind when it is stopped', async () => {
  const retriever = open()
  await commit(retriever, 'r8', [{ path: '/p8', texts: ['lantern'] }])
  await retriever.stop()
  expect(await filesOf()).not.toContain('writer.lock')
})

test('finds the nearest of more vectors than are compared exactly', async () => {
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

test('serves an index of an older analysis until it is built anew', async () => {
  const retriever = open()
  await commit(retriever, 'r1', [{ path: '/a', texts: ['lantern'] }])
  const path = join(directory, 'handbook', 'CURRENT')
  const current = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...current, analysis: 0 }))
  expect(await find(retriever, 'lantern')).toEqual(['/a'])
  expect((await retriever.page(project, '/a'))?.path).toBe('/a')
  for (const state of [await retriever.manifest(project), await retriever.state(project)]) {
    expect(state).toMatchObject({ revision: undefined, pages: 0, passages: 0 })
  }
  expect((await retriever.manifest(project)).hashes.size).toBe(0)
  const writer = await retriever.begin(project)
  await writer.write([indexedPage({ path: '/b', texts: ['lantern'] })])
  expect(await find(retriever, 'lantern')).toEqual(['/a'])
  await writer.commit('r2')
  expect(await find(retriever, 'lantern')).toEqual(['/b'])
  expect(JSON.parse(await readFile(path, 'utf8')).analysis).toBe(current.analysis)
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

function lockOf(pid: number): string {
  return JSON.stringify({ token: 'dead', pid, host: hostname(), purpose: 'write' })
}
