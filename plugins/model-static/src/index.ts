export { StaticModelsOptions } from './options.ts'
export { staticModels } from './plugin.ts'
export { StaticModelProvider } from './static-model-provider.ts'
