import type { Plugin } from '@docent/core/plugin'
import { dashboard } from '@docent/dashboard-api/plugin'
import { evaluation } from '@docent/evaluation/plugin'
import { mcp } from '@docent/mcp'
import { pages } from '@docent/pages/plugin'
import { watch } from '@docent/watch/plugin'
import { z } from 'zod'
import { CHECK_ADAPTERS } from './check-adapters.ts'

/**
 * The features of the server, in the order in which the description of the API has their operations. Each is a plugin
 * like any other, and `features` of a configuration can leave it out.
 */
const FEATURES = {
  evaluation: {
    plugin: () => evaluation({ adapters: CHECK_ADAPTERS }),
    about:
      'Evaluations and model checks: `docent eval`, `docent models`, and what the dashboard shows of them.',
  },
  mcp: { plugin: mcp, about: 'The Model Context Protocol: `/mcp/{domain}`.' },
  dashboard: { plugin: dashboard, about: 'The dashboard, and the operations below `/api`.' },
  pages: {
    plugin: pages,
    about:
      'The pages of projects below `/site`, the reference of the API at `/reference`, and the files of the widget.',
  },
  watch: {
    plugin: watch,
    about: 'Documentation that follows the code: `docent watch` and `docent drift`.',
  },
} as const

export type FeatureName = keyof typeof FEATURES

/** In the order of the description of the API. */
export const FEATURE_NAMES = Object.keys(FEATURES) as FeatureName[]

/** Which features a server has. */
export const FeaturesConfig = z.strictObject(
  Object.fromEntries(
    FEATURE_NAMES.map((name) => [name, z.boolean().default(true).describe(FEATURES[name].about)]),
  ) as Record<FeatureName, z.ZodDefault<z.ZodBoolean>>,
)
export type FeaturesConfig = z.output<typeof FeaturesConfig>

export const ALL_FEATURES: FeaturesConfig = FeaturesConfig.parse({})

/** The plugins of the features that are not left out. */
export function featurePlugins(features: FeaturesConfig): Plugin[] {
  return FEATURE_NAMES.filter((name) => features[name]).map((name) => FEATURES[name].plugin())
}
