import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. */
export const GitSourceOptions = z.strictObject({
  cacheDir: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Absolute folder of the cached bare repositories. Default: `cache/source-git` in the data directory.',
    ),
  ignore: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Globs of files to leave out, relative to the docs folder, beside `node_modules` and hidden files and folders.',
    ),
  include: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Globs of further files to list, relative to the docs folder: API descriptions under names of their own.',
    ),
  maxFileBytes: z
    .int()
    .min(1)
    .max(64 * 1024 * 1024)
    .default(1024 * 1024)
    .describe('Larger files are left out and named in the log, bytes.'),
  shallow: z
    .boolean()
    .default(true)
    .describe('Fetch only the newest commit of a repository at first; off where the server refuses it.'),
  maxFetchBytes: z
    .int()
    .min(1)
    .default(2 * 1024 ** 3)
    .describe('Most bytes that one fetch may bring, as git packs them.'),
  attempts: z.int().min(1).max(10).default(3).describe('Attempts of one fetch, the first included.'),
  commandTimeoutMs: z.int().min(1).default(60_000).describe('Longest local git command, milliseconds.'),
  transferTimeoutMs: z.int().min(1).default(300_000).describe('Longest fetch, milliseconds.'),
  pruneEveryMs: z
    .int()
    .min(0)
    .default(24 * 3_600_000)
    .describe('A cached repository is packed and pruned at most this often, milliseconds; 0 turns it off.'),
})

export type GitSourceOptions = z.input<typeof GitSourceOptions>
/** Every option resolved. */
export type GitSourceSettings = z.output<typeof GitSourceOptions>
