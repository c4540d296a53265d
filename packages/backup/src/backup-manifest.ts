import { z } from 'zod'

export const MANIFEST = 'docent-backup.json'

/** What a backup says of itself: the first entry of its archive. */
export const BackupManifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Of the Docent that made it. */
  version: z.string(),
  files: z.array(
    z.object({
      /** Relative to the data directory, with `/`. */
      path: z.string(),
      bytes: z.int(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})

export type BackupManifest = z.output<typeof BackupManifest>
