import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SimulatedS3 } from '@docent/simulators'
import { retrieverContract, retrieverRelevance } from '@docent/testing'
import { openRetriever } from '../test/open-retriever.ts'
import { storageOptions } from './storage/storage-options.ts'

async function inFolder() {
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

async function inBucket() {
  const s3 = await SimulatedS3.start()
  const open = () => openRetriever(`s3://${s3.bucket}/search/index`, {}, storageOptions(s3.environment))
  const [own, other] = [open(), open()]
  return {
    retriever: own.retriever,
    peer: other.retriever,
    close: async () => {
      await own.database.close()
      await other.database.close()
      await s3.close()
    },
  }
}

retrieverContract('lancedb', inFolder)
retrieverRelevance('lancedb', inFolder)
retrieverContract('lancedb in a bucket', inBucket)
retrieverRelevance('lancedb in a bucket', inBucket)
