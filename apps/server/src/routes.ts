import { additionsOf } from '@docent/core'
import type { RouteTable } from '@docent/core/plugin'
import { KEYED_ROUTES } from '@docent/http'
import { ALL_FEATURES, type FeaturesConfig, featurePlugins } from './features/features.ts'
import { mergeLocalPull } from './pulls/merge-pull.ts'
import { showLocalPull } from './pulls/show-local-pull.ts'
import { showPullPage } from './pulls/show-pull-page.ts'

/** The operations that every server has. */
export const OWN_ROUTES: RouteTable = [
  ...KEYED_ROUTES,
  ['GET', '/pulls/{token}', showLocalPull],
  ['POST', '/pulls/{token}/merge', mergeLocalPull],
  ['GET', '/pulls/{token}/{side}/{path}', showPullPage],
]

/** Every operation of a server without plugins, as its description lists them. */
export async function listedRoutes(features: FeaturesConfig = ALL_FEATURES): Promise<RouteTable> {
  const added = await additionsOf({ plugins: featurePlugins(features), dataDirectory: '' }).loadRoutes()
  return [...OWN_ROUTES, ...added.flatMap(({ value }) => (value.isListed ? [value.route] : []))]
}
