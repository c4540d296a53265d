export { LanceRetriever, type LanceRetrieverParts } from './lance-retriever.ts'
export { LanceIndexOptions } from './options.ts'
export { lanceIndex } from './plugin.ts'
