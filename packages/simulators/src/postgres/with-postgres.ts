import { afterAll, beforeAll, describe, test } from 'vitest'
import { PostgresServer, postgresPrograms } from './postgres-server.ts'

/**
 * Registers tests that need PostgreSQL, with a server of their own. Where it is not installed they say so, and in CI
 * that is a failure: nothing passes by not running.
 *
 * @example
 * withPostgres('PostgresKeyStore', (server) => keyStoreContract('postgres', () => open(server().url)))
 */
export function withPostgres(name: string, suite: (server: () => PostgresServer) => void): void {
  describe(name, () => {
    if (!postgresPrograms()) {
      test('NOT RUN: PostgreSQL is not installed', () => {
        const message = `The tests "${name}" DID NOT RUN: PostgreSQL is not installed (apt-get install postgresql).`
        if (process.env.CI === 'true') throw new Error(message)
        console.error(message)
      })
      return
    }
    let server: PostgresServer | undefined
    beforeAll(async () => {
      server = await PostgresServer.start()
    })
    afterAll(() => server?.remove())
    suite(() => {
      if (!server) throw new Error('PostgreSQL has not been started')
      return server
    })
  })
}
