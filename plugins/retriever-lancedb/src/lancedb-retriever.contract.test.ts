import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { retrieverContract } from '@docent/testing'
import { LancedbRetriever } from './lancedb-retriever.ts'

retrieverContract('lancedb', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'docent-lancedb-'))
  const retriever = new LancedbRetriever({
    directory,
    cacheMb: 64,
    clock: { now: () => Date.now() },
    ids: { sortable: randomUUID, secret: randomUUID },
    logger: console,
  })
  return {
    retriever,
    close: async () => {
      await retriever.stop()
      await rm(directory, { recursive: true })
    },
  }
})
