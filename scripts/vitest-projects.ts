import { globSync } from 'node:fs'
import type { TestProjectInlineConfiguration } from 'vitest/config'

const setup = new URL('./vitest-setup.ts', import.meta.url).pathname

/** Every package, plugin and app, and the root itself, as folders relative to the root. */
export function testedFolders(): string[] {
  return [
    '.',
    ...globSync('{packages,plugins,apps}/*/package.json').map((file) =>
      file.slice(0, -'/package.json'.length),
    ),
  ]
}

/** One project a folder: a new package or plugin is tested without editing any configuration. */
export function vitestProject(
  folder: string,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return {
    root: folder,
    ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
    test: {
      name: folder === '.' ? 'house' : folder.slice(folder.indexOf('/') + 1),
      setupFiles: [setup],
      testTimeout: 20_000,
      ...test,
    },
  }
}
