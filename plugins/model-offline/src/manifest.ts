import type { PluginManifest } from '@docent/core/plugin'

export const manifest: PluginManifest = {
  modelProviders: [
    {
      name: 'offline',
      label: 'None: answers quote the documentation',
      add: 'offline() of @docent/model-offline',
      models: { agent: 'offline:docent', assistant: 'offline:docent' },
    },
  ],
}
