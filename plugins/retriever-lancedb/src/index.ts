export { LancedbRetriever } from './lancedb-retriever.ts'
export { LancedbOptions } from './options.ts'
export { lancedb } from './plugin.ts'
export type { LancedbRetrieverOptions } from './retriever-options.ts'
