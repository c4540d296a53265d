import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectId } from '@docent/core/plugin'
import { indexedPage } from '@docent/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileRetriever } from '../../src/file-retriever.ts'

const project = projectId('names')
let retriever: FileRetriever
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docent-files-'))
  retriever = new FileRetriever({
    directory,
    memoryMb: 16,
    clock: { now: () => Date.now() },
    ids: { sortable: randomUUID, secret: randomUUID },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const writer = await retriever.begin(project)
  const page = (path: string, text: string, groups: string[] = []) =>
    indexedPage({ path, title: path.slice(1), texts: [text], groups })
  await writer.write([
    page('/network', 'Set `noLamp` to sail in the dark.'),
    page('/watch', '- `raiseLanterns`: all at night.'),
    page('/watch-one', '- `raiseLantern`: one at dusk.'),
    page('/secret', 'Set `noOil` to save oil.', ['crew']),
    page('/rules', 'See RFC 9110 and ISO8601. Visitors are authenticated by `useChatStream()`.'),
    page('/authors', 'The author of the log.'),
  ])
  await writer.commit('first')
})

afterAll(async () => {
  await retriever.stop()
  await rm(directory, { recursive: true })
})

async function first(text: string, trustedGroups: string[] = []): Promise<string | undefined> {
  const found = await retriever.search(project, { text, limit: 3, filter: { trustedGroups } })
  return found[0]?.passage.pagePath
}

test('finds a misspelt name of short parts, alone and in a question', async () => {
  expect(await first('noLapm')).toBe('/network')
  expect(await first('what does noLapm mean when salling')).toBe('/network')
})

test('tells names apart that have one stem', async () => {
  expect(await first('raiseLantenrs')).toBe('/watch')
  expect(await first('raiseLantenr')).toBe('/watch-one')
})

test('guesses no name of a page that the reader may not see', async () => {
  expect(await first('noOill')).toBeUndefined()
  expect(await first('noOill', ['crew'])).toBe('/secret')
})

test.each([
  ['auth', '/rules'],
  ['visi', '/rules'],
  ['aut', '/authors'],
  ['authenticat', '/rules'],
  ['usechat', '/rules'],
  ['sail in the da', '/network'],
])('finds what a word begins, as it is typed: %s', async (text, path) => {
  const found = await retriever.search(project, { text, limit: 3, filter: { trustedGroups: [] } })
  expect(found.map(({ passage }) => passage.pagePath)).toContain(path)
})

test.each(['RFC9110', 'rfc9110', 'ISO 8601'])('finds a code with another space: %s', async (text) => {
  expect(await first(text)).toBe('/rules')
})
