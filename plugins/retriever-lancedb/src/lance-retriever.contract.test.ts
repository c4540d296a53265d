import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { retrieverContract, retrieverRelevance } from '@docent/testing'
import { openRetriever } from '../test/open-retriever.ts'

const make = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-lancedb-'))
  const [own, other] = [openRetriever(folder), openRetriever(folder)]
  return {
    retriever: own.retriever,
    peer: other.retriever,
    close: async () => {
      await own.database.close()
      await other.database.close()
      await rm(folder, { recursive: true })
    },
  }
}

retrieverContract('lancedb', make)
retrieverRelevance('lancedb', make)
