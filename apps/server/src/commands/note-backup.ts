import { DocentError } from '@docent/core'
import { z } from 'zod'
import { forgetNotedBackup, NotedBackup, noteBackup } from '../backup/noted-backup.ts'
import { defineLocal } from '../command-line/tree/define-command.ts'
import { dataDirectoryOf } from '../config/environment.ts'
import { timeText } from './text.ts'

export const command = defineLocal({
  description: 'Note a backup that another tool made, such as pg_dump',
  args: {
    address: {
      type: 'positional',
      required: false,
      description: 'Where the backup lies: a path, an address or a name',
    },
    at: { type: 'string', valueHint: 'time', description: 'When it was made; default: now' },
    forget: { type: 'boolean', description: 'Forget what was noted' },
  },
  example: 'note-backup /srv/backups/docent.dump',
  json: NotedBackup.extend({ isForgotten: z.boolean() }),
  async run({ args: { address, at, forget } }) {
    const dataDirectory = dataDirectoryOf(process.env, process.cwd())
    if (forget) return { ...(await forgetNotedBackup(dataDirectory, address)), isForgotten: true }
    if (address === undefined)
      throw new DocentError(
        'invalid_request',
        'Name where the backup lies, as in: docent note-backup /srv/backups/docent.dump',
      )
    return { ...(await noteBackup(dataDirectory, { address, at, now: Date.now() })), isForgotten: false }
  },
  show({ address, createdAt, isForgotten }, out) {
    out.line(`${isForgotten ? 'Forgotten' : 'Noted'}: ${address}, made ${timeText(createdAt)} UTC.`)
  },
})
