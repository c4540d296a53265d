import { definePlugin } from '@docent/core/plugin'
import { z } from 'zod'

/**
 * The pages of projects and of local pull requests, the reference of the API, and the files of the widget. Needs a `SiteFeature` in `features` of the
 * handler.
 */
export const pages = definePlugin({
  name: 'pages',
  options: z.strictObject({}),
  setup: (_options, host) => host.addRoutes(async () => (await import('./page-routes.ts')).PAGE_ROUTES),
})
