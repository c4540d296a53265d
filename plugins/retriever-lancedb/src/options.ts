import { z } from 'zod'
import { ReplicationOptions } from './replication/options.ts'

export const LancedbOptions = z.strictObject({
  directory: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of the indices, one subfolder a project. Default: `index` in the data directory.'),
  cacheMb: z
    .int()
    .min(16)
    .max(65_536)
    .default(256)
    .describe(
      'Most memory, in MiB, that LanceDB keeps of indices and metadata, over all projects. Default 256.',
    ),
  postingsMb: z
    .int()
    .min(0)
    .max(65_536)
    .default(128)
    .describe(
      'Most memory, in MiB, for the words of passages, over all projects: searches without a filter then need LanceDB no more for their candidates. 0.25 MiB hold 1,000 passages. The rest is read from a file in the index folder, with the same results. Of each 1,000 passages, 0.03 MiB must fit; otherwise searches use LanceDB, and the log says so. 0 turns it off. Default 128.',
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

export type LancedbOptions = z.output<typeof LancedbOptions>
