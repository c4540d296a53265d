import { z } from 'zod'
import { ReplicationOptions } from './replication/options.ts'

export const FileIndexOptions = z.strictObject({
  directory: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder of the search index, with a subfolder for each project. Default: `index` in the data directory.',
    ),
  memoryMb: z
    .int()
    .min(16)
    .max(65_536)
    .default(256)
    .describe(
      'Memory, in MiB, that searches may use for the indexes of all projects. Docent keeps the words, vectors and passages that searches need there, and reads the rest from files with the same results. Plan 0.6 MiB for 1,000 passages, and 1.6 MiB more if they have vectors with 384 dimensions. Default 256.',
    ),
  replicate: ReplicationOptions.optional().describe(
    'Shares the index between nodes that have no common disk: the process that indexes publishes, and every other node keeps a copy. Default: what `DOCENT_INDEX_STORE` names, else none.',
  ),
  vectorWeight: z
    .number()
    .min(0)
    .max(5)
    .optional()
    .describe(
      'Weight of the first place by vectors beside the best match by words, for projects with models.embedding. Default: up to 0.1, as far as vectors agree with words, so that a weak embedding makes no result worse. Good embeddings deserve 0.3 to 1.',
    ),
})

export type FileIndexOptions = z.output<typeof FileIndexOptions>
