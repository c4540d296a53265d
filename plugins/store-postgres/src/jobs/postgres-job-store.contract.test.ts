import { withPostgres } from '@docent/simulators'
import { jobStoreContract } from '@docent/testing'
import { freshSchema, openPostgres } from '../../test/open-store.ts'
import { PostgresJobStore } from './postgres-job-store.ts'

withPostgres('PostgresJobStore', (server) => {
  jobStoreContract('PostgresJobStore', async () => {
    let offset = 0
    const now = () => Date.now() + offset
    const schema = freshSchema()
    const open = async () => {
      const postgres = await openPostgres(server(), schema)
      const store = new PostgresJobStore(postgres, { now })
      await store.start()
      return { postgres, store }
    }
    const [own, other] = [await open(), await open()]
    return {
      store: own.store,
      peer: other.store,
      advance: (ms) => {
        offset += ms
      },
      async close() {
        for (const { store, postgres } of [own, other]) {
          await store.stop()
          await postgres.close()
        }
      },
    }
  })
})
