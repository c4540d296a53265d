import { z } from 'zod'
import { SCHEMA_NAME } from './in-schema.ts'

/** How to reach PostgreSQL: options that every plugin on it shares. */
export const PostgresOptions = z.strictObject({
  url: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Connection string, such as postgres://docent@db.internal/docent. Default: the environment variable DATABASE_URL.',
    ),
  directUrl: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Direct connection string, not through a pooler such as PgBouncer, for LISTEN. Default: the environment variable DATABASE_DIRECT_URL, otherwise `url`.',
    ),
  schema: z
    .string()
    .regex(SCHEMA_NAME)
    .default('docent')
    .describe('Schema for the tables. Docent creates it at the first start. Default: docent.'),
  connections: z
    .number()
    .int()
    .min(2)
    .max(500)
    .default(10)
    .describe('Most connections of one process, in addition to the one for notifications. Default: 10.'),
})

export type PostgresOptions = z.output<typeof PostgresOptions>

/** What a connection is made with, once options and environment are read. */
export interface PostgresSettings {
  url: string
  directUrl: string
  schema: string
  connections: number
}
