import { withPostgres } from '@docent/simulators'
import { retrieverContract, retrieverRelevance } from '@docent/testing'
import { openRetriever } from '../test/open-retriever.ts'

let schemas = 0

withPostgres('PostgresRetriever', (server) => {
  const make = async () => {
    const schema = `search${process.pid}_${++schemas}`
    const own = await openRetriever(server().url, schema)
    const other = await openRetriever(server().url, schema)
    return {
      retriever: own.retriever,
      peer: other.retriever,
      close: async () => {
        await own.close()
        await other.close()
      },
    }
  }
  retrieverContract('postgres', make)
  retrieverRelevance('postgres', make)
})
