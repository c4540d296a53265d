import { needs } from '@docent/testing'
import { afterAll, beforeAll, describe } from 'vitest'
import { PostgresServer } from './postgres/postgres-server.ts'
import { POSTGRES } from './services.ts'

/**
 * Registers tests that need PostgreSQL, with a server of their own.
 *
 * @example
 * withPostgres('PostgresKeyStore', (server) => keyStoreContract('postgres', () => open(server().url)))
 */
export function withPostgres(name: string, suite: (server: () => PostgresServer) => void): void {
  describe(name, needs(POSTGRES), () => {
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
