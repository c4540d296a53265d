import { z } from 'zod'

/** Options of the plugin, as written in docent.config.ts. */
export const GitWorkspacesOptions = z.strictObject({
  cacheDir: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Absolute path of the folder for cached bare repositories. Default: `cache/workspaces` in the data directory.',
    ),
  shallow: z
    .boolean()
    .default(true)
    .describe(
      'First fetches only the latest commit of a repository. Docent fetches history when a merge needs it.',
    ),
  maxFileBytes: z
    .int()
    .min(1)
    .max(64 * 1024 * 1024)
    .default(1024 * 1024)
    .describe('Largest file that the agent can write, bytes.'),
  maxChangedBytes: z
    .int()
    .min(1)
    .default(20 * 1024 * 1024)
    .describe('Most bytes in all changed files of one workspace together.'),
  maxReadBytes: z
    .int()
    .min(1)
    .default(32 * 1024 * 1024)
    .describe('Largest file that the agent can read, bytes.'),
  treeCacheBytes: z
    .int()
    .min(0)
    .default(64 * 1024 * 1024)
    .describe('Approximate memory to cache folders and listings of all repositories, bytes.'),
  searchTimeoutMs: z
    .int()
    .min(1)
    .default(10_000)
    .describe('Longest search, milliseconds. It stops patterns that take too long.'),
  commandTimeoutMs: z.int().min(1).default(60_000).describe('Longest local git command, milliseconds.'),
  transferTimeoutMs: z.int().min(1).default(300_000).describe('Longest fetch or push, milliseconds.'),
  maxFetchBytes: z
    .int()
    .min(1)
    .default(2 * 1024 ** 3)
    .describe('Most bytes that one fetch can transfer, as packed by git.'),
  attempts: z.int().min(1).max(10).default(3).describe('Attempts for one fetch, including the first.'),
  pushAttempts: z
    .int()
    .min(1)
    .max(20)
    .default(5)
    .describe(
      'Attempts for one push, including the first, because others might push to the same branch at the same time.',
    ),
  pruneEveryMs: z
    .int()
    .min(0)
    .default(24 * 3_600_000)
    .describe('How often Docent packs and prunes a cached repository at most, milliseconds. 0 turns it off.'),
})

export type GitWorkspacesOptions = z.input<typeof GitWorkspacesOptions>
/** Every option resolved. */
export type GitWorkspacesSettings = z.output<typeof GitWorkspacesOptions>
