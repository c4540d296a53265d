export { FileRetriever } from './file-retriever.ts'
export { FileIndexOptions } from './options.ts'
export { fileIndex } from './plugin.ts'
export type { FileRetrieverOptions } from './retriever-options.ts'
