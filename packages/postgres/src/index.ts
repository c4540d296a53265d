export { forgetCommits } from './commit-marks.ts'
export { type DirectPool, directPool } from './direct-pool.ts'
export { whyAway } from './explain-outage.ts'
export { Listener, type ListenerHandlers, listenerName } from './listener.ts'
export { isClash, isConnectionFailure, mapPostgresError } from './map-error.ts'
export { type Migration, migrate, schemaVersion } from './migrate.ts'
export { PostgresOptions, type PostgresSettings } from './options.ts'
export { Postgres, type PostgresDependencies } from './postgres.ts'
export { readSettings } from './read-settings.ts'
export type {
  Notification,
  QueryOptions,
  Rows,
  SqlValue,
  Transaction,
  TransactionOptions,
} from './transaction.ts'
