import { definePlugin } from '@docent/core/plugin'
import { z } from 'zod'

/** Documentation that follows the code: `docent watch` and `docent drift`. */
export const watch = definePlugin({
  name: 'watch',
  options: z.strictObject({}),
  setup(_options, host) {
    host.addRoutes(async () => (await import('./automations/trigger-automation.ts')).AUTOMATION_ROUTES)
    host.addCommand('watch', async () => (await import('./commands/watch-commands.ts')).watchCommands)
    host.addBackgroundWork({
      duty: 'index',
      start: async (docent) =>
        (await import('./following/watch-work.ts')).startWatching(docent, host.dataDirectory),
    })
    host.addCommand('drift', async () => (await import('./commands/drift-command.ts')).driftCommand)
  },
})
