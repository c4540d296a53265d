import { DocentError, defineLocalCommand } from '@docent/core/plugin'
import { z } from 'zod'
import { openBackup } from '../open-place.ts'
import { restoreBackup } from '../restore-backup.ts'

export const command = defineLocalCommand({
  description: 'Restore a backup to the data directory of a stopped server',
  args: {
    file: {
      type: 'positional',
      required: true,
      description: 'Backup file, or s3://bucket/prefix for the latest one',
    },
    replace: { type: 'boolean', description: 'Move existing data to another folder' },
  },
  example: 'restore backups/docent-20261122T190000Z.tar.gz --replace',
  json: z.object({
    createdAt: z.string(),
    version: z.string(),
    files: z.number(),
    movedTo: z.string().nullable(),
    leftOut: z.array(z.string()),
  }),
  async run({ args, env, folder, dataDirectory, isServed }) {
    if (await isServed()) throw new DocentError('conflict', `A server uses ${dataDirectory}. Stop it first.`)
    return restoreBackup({
      archive: await openBackup(args.file, { folder, env, source: 'The place of the backup' }),
      dataDirectory,
      replace: args.replace === true,
      passphrase: env.DOCENT_BACKUP_PASSPHRASE || undefined,
      now: Date.now(),
    })
  },
  show({ createdAt, version, files, movedTo, leftOut }, out) {
    const before = movedTo === null ? '' : `\nThe previous data is in ${movedTo}.`
    const [first] = leftOut
    const others = leftOut.length > 1 ? ` and ${leftOut.length - 1} more` : ''
    const without =
      first === undefined ? '' : `\nLeft out, because it is not data of Docent: ${first}${others}.`
    out.line(
      `Restored ${files} ${files === 1 ? 'file' : 'files'} from the backup of ${createdAt}, which Docent ${version} made.${before}${without}\nNow start the server. It indexes every project again.`,
    )
  },
})
