import { definePlugin } from '@docent/core/plugin'
import { z } from 'zod'

/** `docent backup`, `docent restore`, and `docent note-backup`. */
export const backups = definePlugin({
  name: 'backups',
  options: z.strictObject({}),
  setup(_options, host) {
    host.addCommand('backup', async () => (await import('./commands/backup.ts')).command)
    host.addCommand('note-backup', async () => (await import('./commands/note-backup.ts')).command)
    host.addCommand('restore', async () => (await import('./commands/restore.ts')).command)
  },
})
