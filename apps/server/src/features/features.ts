import { analytics } from '@docent/analytics'
import { backups } from '@docent/backup/plugin'
import { commands } from '@docent/commands/plugin'
import type { Plugin } from '@docent/core/plugin'
import { dashboard } from '@docent/dashboard-api/plugin'
import { evaluation } from '@docent/evaluation/plugin'
import { mcp } from '@docent/mcp'
import { pages } from '@docent/pages/plugin'
import { watch } from '@docent/watch/plugin'
import { webhooks } from '@docent/webhooks/plugin'
import { z } from 'zod'
import { CHECK_ADAPTERS } from './check-adapters.ts'

/**
 * The features of the server, in the order in which the description of the API has their operations. Each is a plugin
 * like any other, and `features` of a configuration can leave it out.
 */
const FEATURES = {
  analytics: {
    plugin: () => analytics(),
    about: 'Reports for keys below `/v1/analytics`, `docent gaps`, and the page Analytics of the dashboard.',
  },
  webhooks: {
    plugin: () => webhooks(),
    about:
      'Webhooks of git hosts, and events that the server sends: `/webhooks`, `/v1/webhooks`, and `docent webhooks`.',
  },
  backups: {
    plugin: () => backups(),
    about:
      'Backups: the schedule, `docent backup`, `docent restore`, `docent note-backup`, and what the dashboard shows of them.',
  },
  evaluation: {
    plugin: () => evaluation({ adapters: CHECK_ADAPTERS }),
    about:
      'Evaluations and model checks: `docent eval`, `docent models`, and what the dashboard shows of them.',
  },
  mcp: { plugin: () => mcp(), about: 'The Model Context Protocol: `/mcp/{domain}`.' },
  dashboard: {
    plugin: (features: Readonly<Record<string, boolean>>) =>
      dashboard({ hasBackups: features.backups ?? true }),
    about: 'The dashboard, and the operations below `/api`.',
  },
  pages: {
    plugin: () => pages(),
    about:
      'The pages of projects below `/site`, the pages of local pull requests below `/pulls`, the reference of the API at `/reference`, and the files of the widget.',
  },
  watch: {
    plugin: () => watch(),
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

/** The commands that every server has, and the features that are not left out. */
export function featurePlugins(features: FeaturesConfig): Plugin[] {
  const chosen = FEATURE_NAMES.filter((name) => features[name]).map((name) => FEATURES[name].plugin(features))
  return [commands(), ...chosen]
}
