import { DocentError } from '@docent/core'
import { z } from 'zod'
import { makeBackup } from '../backup/make-backup.ts'
import { defineLocal } from '../command-line/tree/define-command.ts'
import { dataDirectoryOf } from '../config/environment.ts'
import { version } from '../version.ts'

export const command = defineLocal({
  description: 'Back the data directory up while the server runs, and check the backup',
  args: {
    folder: { type: 'positional', required: false, description: 'Folder for the backup; default: backups' },
    encrypt: { type: 'boolean', description: 'Encrypt it with DOCENT_BACKUP_PASSPHRASE' },
  },
  example: 'backup /srv/backups --encrypt',
  json: z.object({
    file: z.string(),
    bytes: z.number(),
    files: z.number(),
    isEncrypted: z.boolean(),
    createdAt: z.string(),
  }),
  run: ({ args }) => {
    const { env } = process
    const passphrase = env.DOCENT_BACKUP_PASSPHRASE || undefined
    if (args.encrypt && passphrase === undefined)
      throw new DocentError(
        'configuration',
        '--encrypt needs a passphrase. Set DOCENT_BACKUP_PASSPHRASE, or DOCENT_BACKUP_PASSPHRASE_FILE to a file that holds it.',
      )
    return makeBackup({
      dataDirectory: dataDirectoryOf(env, process.cwd()),
      folder: args.folder ?? 'backups',
      version: version(),
      now: Date.now(),
      passphrase: args.encrypt ? passphrase : undefined,
    })
  },
  show({ file, bytes, files, isEncrypted }, out) {
    const size = (bytes / 1_000_000).toFixed(1)
    out.line(
      `${file}\n\n${files} files, ${size} MB${isEncrypted ? ', encrypted' : ''}. The backup was read back and checked.`,
    )
  },
})
