import { z } from 'zod'

/** How the server backs itself up. */
export const BackupConfig = z.strictObject({
  to: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Where to keep backups: a folder, or `s3://bucket/prefix`. Default: `DOCENT_BACKUP_TO`, or the folder `backups` in the data directory.',
    ),
  everyHours: z
    .number()
    .min(0)
    .max(8_760)
    .default(0)
    .describe('Hours between automatic backups. With 0, the server makes none.'),
  keep: z.int().min(1).max(10_000).default(7).describe('How many of the latest backups to keep.'),
})

export type BackupConfig = z.output<typeof BackupConfig>
