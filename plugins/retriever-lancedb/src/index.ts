export { LancedbRetriever, type LancedbRetrieverOptions } from './lancedb-retriever.ts'
export { LancedbOptions } from './options.ts'
export { lancedb } from './plugin.ts'
