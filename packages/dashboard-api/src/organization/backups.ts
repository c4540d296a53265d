import { json } from '@docent/core/plugin'
import { type ApiCall, defineApiOperation } from '@docent/http'
import { z } from 'zod'
import type { OfDashboard } from '../features.ts'
import { ofServer } from '../of-server.ts'

const BackupView = z
  .object({
    name: z.string().describe('Its file in the place of backups.'),
    bytes: z.int(),
    isEncrypted: z.boolean().describe('`DOCENT_BACKUP_PASSPHRASE` was set.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Backup' })

export const listBackups = defineApiOperation({
  id: 'listBackups',
  summary: 'List the backups of the server, newest first',
  tag: 'Dashboard',
  permission: 'manage',
  reply: {
    status: 200,
    description: 'The backups, and their schedule.',
    content: {
      'application/json': z.object({
        backups: z.array(BackupView).describe('The newest 50.'),
        address: z.string().describe('Where they lie: a folder, or a bucket.'),
        everyHours: z.number().describe('Hours between scheduled backups; 0 without a schedule.'),
        keep: z.int().describe('Backups that stay, the newest ones.'),
        holdsStore: z
          .boolean()
          .describe(
            'Whether they contain jobs, keys, and conversations. False with PostgreSQL, which you back up with its own tools.',
          ),
        last: z
          .object({
            createdAt: z.iso.datetime(),
            address: z.string().describe('Where the backup is.'),
            isNoted: z
              .boolean()
              .describe(
                'Another tool made it. The server knows it from `docent note-backup`, and did not read it.',
              ),
          })
          .nullable()
          .describe(
            'The last backup of jobs, keys, and conversations, by Docent or another tool. Null if Docent knows of none.',
          ),
      }),
    },
  },
  async handle(call: ApiCall & OfDashboard) {
    const backups = backupsOf(call)
    const options = { signal: call.signal }
    const [found, last] = await Promise.all([backups.list(options), backups.last(options)])
    const { address, everyHours, keep, holdsStore } = backups
    return json({
      address,
      everyHours,
      keep,
      holdsStore,
      last: last ?? null,
      backups: found.map((backup) => ({ ...backup, createdAt: backup.createdAt.toISOString() })),
    })
  },
})

export const makeBackup = defineApiOperation({
  id: 'makeBackup',
  summary: 'Back up the data directory now',
  description:
    'Writes the backup to the place that `backups.to` names, reads it back to check it, and keeps as many as `backups.keep` says. 409 while another one is made.',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'backup.make',
  reply: { status: 201, description: 'The backup.', content: { 'application/json': BackupView } },
  async handle(call: ApiCall & OfDashboard) {
    const { name, bytes, isEncrypted, createdAt } = await backupsOf(call).make(call.signal)
    call.note.about(name, { bytes, isEncrypted })
    return json({ name, bytes, isEncrypted, createdAt }, 201)
  },
})

/** The data of every organization is in a backup. */
function backupsOf(call: ApiCall & OfDashboard) {
  return ofServer(call, 'Backups', 'make').backups
}
