import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallOptions, ProjectId, RetrievalQuery } from '@docent/core'
import { objectStoreAt, openObjectStore } from '@docent/object-store'
import { retrieverContract } from '@docent/testing'
import { LancedbRetriever } from './lancedb-retriever.ts'
import type { LancedbRetrieverOptions } from './retriever-options.ts'

/** Finds its candidates in memory whenever no filter is asked for, also in the first search of a revision. */
class PreparedRetriever extends LancedbRetriever {
  override async search(project: ProjectId, query: RetrievalQuery, options: CallOptions = {}) {
    await this.prepare(project, options)
    return super.search(project, query, options)
  }
}

function contract(name: string, create: (options: LancedbRetrieverOptions) => LancedbRetriever): void {
  retrieverContract(name, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-lancedb-'))
    const directory = join(folder, 'index')
    const open = () =>
      create({
        directory,
        cacheMb: 64,
        clock: { now: () => Date.now() },
        ids: { sortable: randomUUID, secret: randomUUID },
        logger: console,
      })
    const [retriever, peer] = [open(), open()]
    return {
      retriever,
      peer,
      close: async () => {
        await retriever.stop()
        await peer.stop()
        await rm(folder, { recursive: true })
      },
    }
  })
}

contract('lancedb', (options) => new LancedbRetriever({ ...options, postingsMb: 0 }))
contract('lancedb that publishes its revisions', (options) => {
  const store = openObjectStore(objectStoreAt(join(options.directory, '..', 'published'), 'STORE'), {})
  return new LancedbRetriever({ ...options, replicate: { store, pollMs: 60_000, keepMinutes: 60 } })
})
contract('lancedb with its words in memory', (options) => new PreparedRetriever(options))
