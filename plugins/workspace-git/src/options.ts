import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. */
export const GitWorkspacesOptions = z.strictObject({
  cacheDir: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Absolute folder of the cached bare repositories. Default: `cache/workspaces` in the data directory.',
    ),
  shallow: z
    .boolean()
    .default(true)
    .describe(
      'Fetch only the newest commit of a repository at first; history follows when a merge needs it.',
    ),
  maxFileBytes: z
    .int()
    .min(1)
    .max(64 * 1024 * 1024)
    .default(1024 * 1024)
    .describe('Largest file that can be written, bytes.'),
  maxChangedBytes: z
    .int()
    .min(1)
    .default(20 * 1024 * 1024)
    .describe('Most bytes of all changed files of one workspace together.'),
  maxReadBytes: z
    .int()
    .min(1)
    .default(32 * 1024 * 1024)
    .describe('Largest file that can be read, bytes.'),
  treeCacheBytes: z
    .int()
    .min(0)
    .default(64 * 1024 * 1024)
    .describe('Memory for folders and listings of trees that were read, about, over all repositories.'),
  searchTimeoutMs: z
    .int()
    .min(1)
    .default(10_000)
    .describe('Longest search, milliseconds; it bounds pathological patterns.'),
  commandTimeoutMs: z.int().min(1).default(60_000).describe('Longest local git command, milliseconds.'),
  transferTimeoutMs: z.int().min(1).default(300_000).describe('Longest fetch or push, milliseconds.'),
  maxFetchBytes: z
    .int()
    .min(1)
    .default(2 * 1024 ** 3)
    .describe('Most bytes that one fetch may bring, as git packs them.'),
  attempts: z.int().min(1).max(10).default(3).describe('Attempts of one fetch, the first included.'),
  pushAttempts: z
    .int()
    .min(1)
    .max(20)
    .default(5)
    .describe('Attempts of one push, the first included: others may push to the same branch meanwhile.'),
  pruneEveryMs: z
    .int()
    .min(0)
    .default(24 * 3_600_000)
    .describe('A cached repository is packed and pruned at most this often, milliseconds; 0 turns it off.'),
})

export type GitWorkspacesOptions = z.input<typeof GitWorkspacesOptions>
/** Every option resolved. */
export type GitWorkspacesSettings = z.output<typeof GitWorkspacesOptions>
