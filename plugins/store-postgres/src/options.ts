import { PostgresOptions as Connection } from '@docent/postgres'
import { z } from 'zod'

/** The ports that the plugin fills, unless an option leaves one to another plugin. */
export const POSTGRES_PORTS = [
  'JobStore',
  'ThreadStore',
  'KeyStore',
  'ProjectStore',
  'ProjectNotes',
  'NamedLeases',
  'WebhookStore',
  'BackgroundTasks',
  'ReadingStore',
  'AuditLog',
  'SecretStore',
] as const

/** Options of the plugin, as written in docent.config.ts. */
export const PostgresOptions = Connection.extend({
  without: z
    .array(z.enum(POSTGRES_PORTS))
    .default([])
    .describe('Ports that another plugin implements, such as JobStore. Default: none.'),
})

export type PostgresOptions = z.output<typeof PostgresOptions>
