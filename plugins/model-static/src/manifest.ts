import type { PluginManifest } from '@docent/core/plugin'

export const manifest: PluginManifest = {
  usedWith: ['STATIC_MODELS'],
  modelProviders: [
    { name: 'static', add: 'staticModels() of @docent/model-static', variable: 'STATIC_MODELS' },
  ],
}
