import { z } from 'zod'

/** The ports that the plugin fills, unless an option leaves one to another plugin. */
export const SQLITE_PORTS = [
  'JobStore',
  'ThreadStore',
  'KeyStore',
  'ProjectStore',
  'ProjectNotes',
  'NamedLeases',
  'WebhookStore',
  'BackgroundTasks',
  'AuditLog',
  'SecretStore',
  'ReadingStore',
] as const

/** Options of the plugin, as written in docent.config.ts. */
export const SqliteOptions = z.strictObject({
  file: z
    .string()
    .min(1)
    .default('docent.db')
    .describe('The database file, relative to the data directory. Default: docent.db.'),
  without: z
    .array(z.enum(SQLITE_PORTS))
    .default([])
    .describe('Ports that another plugin implements, such as JobStore. Default: none.'),
})

export type SqliteOptions = z.output<typeof SqliteOptions>
