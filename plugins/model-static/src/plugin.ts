import { definePlugin, type PluginFactory } from '@docent/core/plugin'
import { manifest } from './manifest.ts'
import { StaticModelsOptions } from './options.ts'
import { StaticModelProvider } from './static-model-provider.ts'

/**
 * Adds a provider of embeddings that run in the process, from folders in the format of Model2Vec.
 *
 * @example
 * export default defineConfig({
 *   plugins: [staticModels({ directory: '/srv/models' })],
 *   projects: [{ id: 'handbook', models: { embedding: 'static:potion-base-8M' } }],
 * })
 */
export const staticModels: PluginFactory<typeof StaticModelsOptions> = definePlugin({
  name: 'model-static',
  manifest,
  options: StaticModelsOptions,
  setup: ({ name, directory = '' }, docent) =>
    docent.addModelProvider(
      new StaticModelProvider({ name, directory: directory || (docent.env.STATIC_MODELS ?? '') }),
    ),
})
