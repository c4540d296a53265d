import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { objectStoreAt, openObjectStore } from '@docent/object-store'
import { retrieverContract, retrieverRelevance } from '@docent/testing'
import { FileRetriever } from './file-retriever.ts'
import type { FileRetrieverOptions } from './retriever-options.ts'

function contract(name: string, create: (options: FileRetrieverOptions) => FileRetriever): void {
  const make = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-files-'))
    const directory = join(folder, 'index')
    const open = () =>
      create({
        directory,
        memoryMb: 16,
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
  }
  retrieverContract(name, make)
  retrieverRelevance(name, make)
}

contract('files', (options) => new FileRetriever(options))
contract('files that publishes its revisions', (options) => {
  const store = openObjectStore(objectStoreAt(join(options.directory, '..', 'published'), 'STORE'), {})
  return new FileRetriever({ ...options, replicate: { store, pollMs: 60_000, keepMinutes: 60 } })
})
contract('files without memory', (options) => new FileRetriever({ ...options, memoryMb: 0 }))
