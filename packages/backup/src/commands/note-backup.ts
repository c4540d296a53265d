import { auditCommand, timeText } from '@docent/command-line'
import { DEFAULT_ORGANIZATION } from '@docent/core'
import { Clock, DocentError, defineCommand, ProjectNotes } from '@docent/core/plugin'
import { z } from 'zod'
import { forgetNotedBackup, NotedBackup, noteBackup } from '../noted-backup.ts'

export const command = defineCommand({
  description: 'Record a backup that another tool made, such as pg_dump',
  args: {
    address: {
      type: 'positional',
      required: false,
      description: 'Where the backup is: a path, an address, or a name',
    },
    at: {
      type: 'string',
      valueHint: 'time',
      description: 'Time when the backup was made, such as 2026-11-22T19:00:00Z; default: now',
    },
    forget: { type: 'boolean', description: 'Remove the record' },
  },
  example: 'note-backup /srv/backups/docent.dump',
  json: NotedBackup.extend({ isForgotten: z.boolean() }),
  syncProjects: false,
  async work({ docent, args: { address, at, forget } }) {
    const notes = docent.resolve(ProjectNotes)
    if (forget) {
      const forgotten = await forgetNotedBackup(notes, address)
      await auditCommand(docent, DEFAULT_ORGANIZATION, 'backup.forget', forgotten.address)
      return { ...forgotten, isForgotten: true }
    }
    if (address === undefined)
      throw new DocentError(
        'invalid_request',
        'Say where the backup is, for example: docent note-backup /srv/backups/docent.dump',
      )
    const noted = await noteBackup(notes, { address, at, now: docent.resolve(Clock).now() })
    const { createdAt } = noted
    await auditCommand(docent, DEFAULT_ORGANIZATION, 'backup.note', noted.address, { createdAt })
    return { ...noted, isForgotten: false }
  },
  show({ address, createdAt, isForgotten }, out) {
    out.line(`${isForgotten ? 'Forgotten' : 'Noted'}: ${address}, made ${timeText(createdAt)} UTC.`)
  },
})
