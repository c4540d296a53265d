export { OfflineModel, type OfflineModelOptions } from './offline-model.ts'
export { OfflineModelProvider } from './offline-model-provider.ts'
export { OfflineOptions } from './options.ts'
export { offline } from './plugin.ts'
