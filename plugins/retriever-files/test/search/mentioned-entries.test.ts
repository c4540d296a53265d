import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectId } from '@docent/core/plugin'
import { indexedPage, type PageDraft } from '@docent/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FileRetriever } from '../../src/file-retriever.ts'

const project = projectId('reference')
let retriever: FileRetriever
let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docent-files-'))
  retriever = new FileRetriever({
    directory,
    memoryMb: 16,
    clock: { now: () => Date.now() },
    ids: { sortable: randomUUID, secret: randomUUID },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  })
})

afterEach(async () => {
  await retriever.stop()
  await rm(directory, { recursive: true })
})

/** Two entries that the query fits alike, then others: enough that no name is on a tenth of the pages. */
const ENTRIES: PageDraft[] = [
  entry('alpha', 'hang_small()', 'Hangs a lantern.'),
  entry('omega', 'hang_large()', 'Hangs a lantern.'),
  ...Array.from({ length: 28 }, (_, at) => entry(`other-${at}`, `mast_${at}()`, 'Raises a mast.')),
]

function entry(path: string, title: string, text: string): PageDraft {
  return { path: `/${path}`, title, texts: [text] }
}

async function first(drafts: PageDraft[]): Promise<string | undefined> {
  const writer = await retriever.begin(project)
  await writer.write(drafts.map(indexedPage))
  await writer.commit(randomUUID())
  const found = await retriever.search(project, { text: 'hang a lantern', limit: 2 })
  expect(found).toHaveLength(2)
  return found[0]?.passage.pagePath
}

const naming = (name: string, at: number): PageDraft =>
  entry(`other-${at}`, `mast_${at}()`, `Raises a mast after \`${name}()\`.`)

test.each([
  ['hang_small', '/alpha'],
  ['hang_large', '/omega'],
])('prefers the entry whose name %s others write', async (name, path) => {
  expect(await first([...ENTRIES.slice(0, 28), naming(name, 28), naming(name, 29)])).toBe(path)
})

test('pages that are limited to groups do not count', async () => {
  const limited = (at: number): PageDraft => ({ ...naming('hang_large', at), groups: ['crew'] })
  const pages = [...ENTRIES.slice(0, 28), naming('hang_small', 28), limited(29), limited(30)]
  expect(await first(pages)).toBe('/alpha')
})
