import { definePlugin } from '@docent/core/plugin'
import { z } from 'zod'
import { CheckAdapters } from './model-check/check-adapters.ts'

/** Evaluations and model checks: `docent eval`, `docent models`, and what the dashboard shows and starts of them. */
export const evaluation = definePlugin({
  name: 'evaluation',
  options: z.strictObject({
    adapters: z.custom<CheckAdapters>().describe('Adapters of the Docent that a model check opens.'),
  }),
  setup({ adapters }, host) {
    host.provide(CheckAdapters, adapters)
    host.addRoutes(async () => (await import('./evaluation-routes.ts')).EVALUATION_ROUTES)
    host.addCommand('eval', async () => (await import('./commands/eval/evaluate.ts')).evaluate)
    host.addCommand('models', async () => (await import('./commands/models/models.ts')).models)
    host.addBackgroundWork({
      duty: 'jobs',
      start: async (docent) =>
        (await import('./measurements/measurement-worker.ts')).startMeasurements(docent),
    })
  },
})
export type { CheckAdapters } from './model-check/check-adapters.ts'
