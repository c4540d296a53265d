import { z } from 'zod'

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
})

export type LancedbOptions = z.output<typeof LancedbOptions>
