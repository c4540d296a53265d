import { definePlugin } from '@docent/core/plugin'
import { z } from 'zod'

/** Webhooks of git hosts, deliveries of the events of jobs, and `docent webhooks`. */
export const webhooks = definePlugin({
  name: 'webhooks',
  options: z.strictObject({}),
  setup(_options, host) {
    host.addRoutes(async () => (await import('@docent/http')).WEBHOOK_ROUTES)
    host.addCommand('webhooks', async () => (await import('./commands/webhooks.ts')).command)
  },
})
