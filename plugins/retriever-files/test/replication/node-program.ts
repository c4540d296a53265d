import { randomUUID } from 'node:crypto'
import { projectId } from '@docent/core/plugin'
import { ObjectStoreOptions, openObjectStore } from '@docent/object-store'
import { indexedPage } from '@docent/testing'
import { FileRetriever } from '../../src/file-retriever.ts'

/**
 * A node as a process of its own: `write <revision>` publishes, `pull` brings the newest one, and then prints, as
 * `read` does, the revision that it serves.
 */
const [directory = '', bucket = '', command, revision = ''] = process.argv.slice(2)
const project = projectId('hand.book/é')
const options = ObjectStoreOptions.parse({ s3: { bucket, prefix: 'team' }, timeoutMs: 60_000 })
const node = new FileRetriever({
  directory,
  memoryMb: 16,
  clock: { now: () => Date.now() },
  ids: { sortable: randomUUID, secret: randomUUID },
  logger: { debug() {}, info() {}, warn() {}, error() {} },
  replicate: { store: openObjectStore(options, process.env), pollMs: 600_000, keepMinutes: 60 },
})
await node.start()
if (command === 'write') {
  const writer = await node.begin(project)
  const pages = ['/a', '/b', '/c', '/d'].map((path) =>
    indexedPage({ path, texts: [`lantern of ${revision}`] }),
  )
  await writer.write(pages)
  await writer.commit(revision)
}
if (command === 'pull') await node.begin(project).then((writer) => writer.abort())
const found = await node.search(project, { text: 'lantern', limit: 20 })
console.log([...new Set(found.map(({ passage }) => /of (\S+)/.exec(passage.content)?.[1]))].join(' '))
await node.stop()
