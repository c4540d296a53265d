export { PostgresIndexOptions } from './options.ts'
export { postgresIndex } from './plugin.ts'
export { PostgresRetriever, type PostgresRetrieverParts } from './postgres-retriever.ts'
export { MIGRATIONS } from './schema/migrations.ts'
