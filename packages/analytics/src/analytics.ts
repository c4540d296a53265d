import { definePlugin } from '@docent/core/plugin'
import { z } from 'zod'

/** Reports for keys below `/v1/analytics`, and `docent gaps`. */
export const analytics = definePlugin({
  name: 'analytics',
  options: z.strictObject({}),
  setup(_options, host) {
    host.addRoutes(async () => (await import('@docent/http')).ANALYTICS_ROUTES)
    host.addCommand('gaps', async () => (await import('./commands/gaps.ts')).command)
  },
})
