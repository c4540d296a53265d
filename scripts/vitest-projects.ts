import { globSync } from 'node:fs'
import type { TestProjectInlineConfiguration } from 'vitest/config'

const setup = new URL('./vitest-setup.ts', import.meta.url).pathname

const HANG_MS = 120_000

/** Every package, plugin and app, and the root itself, as folders relative to the root. */
export function testedFolders(): string[] {
  return [
    '.',
    ...globSync('{packages,plugins,apps}/*/package.json').map((file) =>
      file.slice(0, -'/package.json'.length),
    ),
  ]
}

/**
 * One project a folder: a new package or plugin is tested without editing any configuration. All have one root, so that
 * they share the cache of transformed modules.
 */
export function vitestProject(
  folder: string,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return {
    root: '.',
    ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
    test: {
      name: folder === '.' ? 'house' : folder.slice(folder.indexOf('/') + 1),
      setupFiles: [setup],
      // A worker keeps the modules that it has loaded: loading them takes most of the time of most files. Steps and
      // times of scanners are measured in an engine that has run nothing else.
      isolate: folder === 'packages/content',
      // These only end what hangs: a machine that is slow and busy takes many times what a test needs on an idle one.
      testTimeout: HANG_MS,
      hookTimeout: HANG_MS,
      expect: { poll: { timeout: HANG_MS / 2 } },
      ...test,
    },
  }
}
