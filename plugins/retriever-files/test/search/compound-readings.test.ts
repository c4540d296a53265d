import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectId } from '@docent/core/plugin'
import { indexedPage, ManualClock } from '@docent/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileRetriever } from '../../src/file-retriever.ts'

const project = projectId('handbook')
let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'retriever-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** What a query finds on a site of these texts in the language. */
async function found(language: string, texts: Readonly<Record<string, string>>, text: string) {
  let ids = 0
  const retriever = new FileRetriever({
    directory,
    memoryMb: 1,
    clock: new ManualClock(),
    ids: { sortable: () => String(++ids), secret: () => String(++ids) },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const writer = await retriever.begin(project)
  await writer.write(
    Object.entries(texts).map(([path, body]) => indexedPage({ path, title: '1', texts: [body], language })),
  )
  await writer.commit('r1')
  const passages = await retriever.search(project, { text, limit: 9 })
  await retriever.stop()
  return passages.map(({ passage }) => passage.pagePath)
}

const GERMAN = {
  '/db': 'Die Datenbankverbindung wird geöffnet.',
  '/users': 'Die Benutzerverwaltung und ihre Zugriffsrechte.',
  '/words': 'Die Datenbank hat Rechte.',
  '/more': 'Der Zugriff und die Verbindung.',
  '/other': 'Der Rat der Beratung.',
}
const SWEDISH = { '/db': 'Databasanslutningen öppnas.', '/users': 'Alla åtkomsträttigheter.' }
const DUTCH = { '/db': 'De databaseverbinding wordt geopend.', '/users': 'Alle gebruikersinstellingen.' }

test.each([
  ['de', GERMAN, 'Datenbank', ['/words', '/db']],
  ['de', GERMAN, 'Verwaltung', ['/users']],
  ['de', GERMAN, 'Rechte', ['/words', '/users']],
  ['de', GERMAN, 'Datenbankverbindungen', ['/db', '/words', '/more']],
  ['de', GERMAN, 'Zugriffsverbindung', ['/more']],
  // Three letters are no part, and what is left must be a word.
  ['de', GERMAN, 'Rat', ['/other']],
  ['sv', SWEDISH, 'anslutning', ['/db']],
  ['sv', SWEDISH, 'rättigheter', ['/users']],
  ['nl', DUTCH, 'verbinding', ['/db']],
  ['nl', DUTCH, 'instellingen', ['/users']],
  // English writes its compounds apart.
  ['en', { '/a': 'The hearthstone.', '/b': 'A millstone.' }, 'stone', []],
])('in %s, %o: %s finds what has it as a part', async (language, texts, text, paths) => {
  const all = await found(language, texts, text)
  expect(all[0]).toBe(paths[0])
  expect([...all].sort()).toEqual([...paths].sort())
})
