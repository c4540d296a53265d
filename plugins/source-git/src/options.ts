import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. */
export const GitSourceOptions = z.strictObject({
  cacheDir: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Absolute path of the folder for cached bare repositories. Default: `cache/source-git` in the data directory.',
    ),
  ignore: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Globs of files to skip, relative to the docs folder, in addition to `node_modules` and hidden files and folders.',
    ),
  include: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Globs of additional files to read, relative to the docs folder, such as data that pages include.',
    ),
  maxFileBytes: z
    .int()
    .min(1)
    .max(64 * 1024 * 1024)
    .default(1024 * 1024)
    .describe(
      'Largest file to read, bytes. Docent skips larger files and lists them as problems of the index.',
    ),
  shallow: z
    .boolean()
    .default(true)
    .describe('First fetches only the latest commit of a repository, unless the git server refuses that.'),
  maxFetchBytes: z
    .int()
    .min(1)
    .default(2 * 1024 ** 3)
    .describe('Most bytes that one fetch can transfer, as packed by git.'),
  attempts: z.int().min(1).max(10).default(3).describe('Attempts for one fetch, including the first.'),
  commandTimeoutMs: z.int().min(1).default(60_000).describe('Longest local git command, milliseconds.'),
  transferTimeoutMs: z.int().min(1).default(300_000).describe('Longest fetch, milliseconds.'),
  pruneEveryMs: z
    .int()
    .min(0)
    .default(24 * 3_600_000)
    .describe('How often Docent packs and prunes a cached repository at most, milliseconds. 0 turns it off.'),
})

export type GitSourceOptions = z.input<typeof GitSourceOptions>
/** Every option resolved. */
export type GitSourceSettings = z.output<typeof GitSourceOptions>
