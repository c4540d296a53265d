import { definePlugin, type PluginFactory } from '@docent/core/plugin'
import { manifest } from './manifest.ts'
import { OfflineModelProvider } from './offline-model-provider.ts'
import { OfflineOptions } from './options.ts'

/**
 * Adds the provider `offline` with its one model, `offline:docent`.
 *
 * @example
 * export default defineConfig({
 *   plugins: [offline()],
 *   projects: [{ id: 'handbook', models: { assistant: 'offline:docent' } }],
 * })
 */
export const offline: PluginFactory<typeof OfflineOptions> = definePlugin({
  name: 'model-offline',
  manifest,
  options: OfflineOptions,
  setup: (options, docent) => docent.addModelProvider(new OfflineModelProvider(options)),
})
