import { additionsOf } from '@docent/core'
import type { RouteTable } from '@docent/core/plugin'
import { KEYED_ROUTES } from '@docent/http'
import { ALL_FEATURES, type FeaturesConfig, featurePlugins } from './features/features.ts'

/** Every operation of a server without plugins, as its description lists them. */
export async function listedRoutes(features: FeaturesConfig = ALL_FEATURES): Promise<RouteTable> {
  const added = await additionsOf({ plugins: featurePlugins(features), dataDirectory: '' }).loadRoutes()
  return [...KEYED_ROUTES, ...added.flatMap(({ value }) => (value.isListed ? [value.route] : []))]
}
