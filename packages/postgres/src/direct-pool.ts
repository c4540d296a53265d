import pg from 'pg'
import type { PostgresSettings } from './options.ts'

/** A pool as libraries take it that bring SQL of their own. */
export type DirectPool = pg.Pool

/** Connections past a pooler, whose search path is the configured schema: for a library that names tables without one. */
export function directPool({ directUrl, schema }: PostgresSettings, connections: number): DirectPool {
  const pool = new pg.Pool({
    connectionString: directUrl,
    options: `-c search_path="${schema}"`,
    max: connections,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'docent library',
  })
  // A connection that is cut while nobody uses it is replaced; without a listener it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
