import { basename } from 'node:path'
import { DEFAULT_ORGANIZATION, DocentError } from '@docent/core'
import { z } from 'zod'
import { type ApiCall, defineApiOperation } from '../../requests/operation.ts'
import { json } from '../../requests/reply.ts'

const BackupView = z
  .object({
    name: z.string().describe('File in the folder `backups` of the data directory.'),
    bytes: z.int(),
    isEncrypted: z.boolean().describe('`DOCENT_BACKUP_PASSPHRASE` was set.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Backup' })

export const listBackups = defineApiOperation({
  id: 'listBackups',
  summary: 'List the backups that the server made of itself, newest first',
  tag: 'Dashboard',
  permission: 'manage',
  reply: {
    status: 200,
    description: 'The backups in the data directory.',
    content: { 'application/json': z.object({ backups: z.array(BackupView) }) },
  },
  async handle(call) {
    const found = await backupsOf(call).list()
    return json({
      backups: found.map((backup) => ({ ...backup, createdAt: backup.createdAt.toISOString() })),
    })
  },
})

export const makeBackup = defineApiOperation({
  id: 'makeBackup',
  summary: 'Back the data directory up now',
  description:
    'Writes the backup into the folder `backups` of the data directory, reads it back to check it, and keeps the newest seven. 409 while another one is made.',
  tag: 'Dashboard',
  permission: 'manage',
  audit: 'backup.make',
  reply: { status: 201, description: 'The backup.', content: { 'application/json': BackupView } },
  async handle(call) {
    const { file, bytes, isEncrypted, createdAt } = await backupsOf(call).make(call.signal)
    const name = basename(file)
    call.note.about(name, { bytes, isEncrypted })
    return json({ name, bytes, isEncrypted, createdAt }, 201)
  },
})

/** The data of every organization is in a backup. */
function backupsOf({ organizationId, services }: ApiCall) {
  if (organizationId === DEFAULT_ORGANIZATION) return services.backups
  throw new DocentError(
    'forbidden',
    `Backups are of the whole server: owners of the organization "${DEFAULT_ORGANIZATION}" make them.`,
  )
}
