import { DocentError, defineLocalCommand } from '@docent/core/plugin'
import { z } from 'zod'
import { noteLastBackup } from '../last-backup.ts'
import { makeBackup } from '../make-backup.ts'
import { openPlace } from '../open-place.ts'

export const command = defineLocalCommand({
  description: 'Back up the data directory while the server runs, and check the backup',
  args: {
    to: {
      type: 'positional',
      required: false,
      description: 'Folder for the backup, or s3://bucket/prefix; default: backups in the current folder',
    },
    keep: {
      type: 'string',
      valueHint: 'count',
      description: 'After the backup, delete all but this many of the latest backups there',
    },
    encrypt: { type: 'boolean', description: 'Encrypt the backup with DOCENT_BACKUP_PASSPHRASE' },
  },
  example: 'backup /srv/backups --encrypt',
  json: z.object({
    name: z.string(),
    file: z.string(),
    bytes: z.number(),
    files: z.number(),
    isEncrypted: z.boolean(),
    createdAt: z.string(),
  }),
  async run({ args, env, folder, dataDirectory, version }) {
    const passphrase = env.DOCENT_BACKUP_PASSPHRASE || undefined
    if (args.encrypt && passphrase === undefined)
      throw new DocentError(
        'configuration',
        '--encrypt needs a passphrase. Set DOCENT_BACKUP_PASSPHRASE, or DOCENT_BACKUP_PASSPHRASE_FILE to a file that contains it.',
      )
    const backup = await makeBackup({
      dataDirectory,
      place: openPlace(args.to ?? 'backups', { folder, env, source: 'The place of the backup' }),
      keep: countOf(args.keep),
      version,
      now: Date.now(),
      passphrase: args.encrypt ? passphrase : undefined,
    })
    await noteLastBackup(dataDirectory, backup)
    return backup
  },
  show({ file, bytes, files, isEncrypted }, out) {
    const size = (bytes / 1_000_000).toFixed(1)
    out.line(
      `${file}\n\n${files} files, ${size} MB${isEncrypted ? ', encrypted' : ''}. The backup was read back and checked.`,
    )
  },
})

function countOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new DocentError(
    'invalid_request',
    `--keep is "${text}". Write a whole number from 1, as in --keep 7.`,
  )
}
