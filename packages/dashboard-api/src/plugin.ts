import { definePlugin } from '@docent/core/plugin'
import { z } from 'zod'

/**
 * The dashboard, and the operations below `/api` that it calls. Needs `DashboardFeatures` in `features` of the handler.
 */
export const dashboard = definePlugin({
  name: 'dashboard',
  options: z.strictObject({
    hasBackups: z.boolean().default(true).describe('Whether people see and make backups.'),
  }),
  setup({ hasBackups }, host) {
    host.addRoutes(async () => (await import('./api-routes.ts')).API_ROUTES)
    if (hasBackups) host.addRoutes(async () => (await import('./backup-routes.ts')).BACKUP_ROUTES)
    // Pages are no part of the API, so its description does not list them.
    host.addRoutes(async () => (await import('@docent/pages')).DASHBOARD_PAGES, { isListed: false })
  },
})
