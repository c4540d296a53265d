import { z } from 'zod'

/** How the server backs itself up. */
export const BackupConfig = z.strictObject({
  to: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Where backups go: a folder, or `s3://bucket/prefix`. Default: what `DOCENT_BACKUP_TO` names, else the folder `backups` of the data directory.',
    ),
  everyHours: z
    .number()
    .min(0)
    .max(8_760)
    .default(0)
    .describe('Hours between backups that the server makes by itself. With 0 it makes none.'),
  keep: z.int().min(1).max(10_000).default(7).describe('Backups that stay, the newest ones.'),
})

export type BackupConfig = z.output<typeof BackupConfig>
