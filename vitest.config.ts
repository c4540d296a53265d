import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const setup = new URL('./scripts/vitest-setup.ts', import.meta.url).pathname

/** One project a folder, found by glob: a new package or plugin is tested without editing this file. */
const folders = globSync('{packages,plugins,apps}/*/package.json').map((file) =>
  file.slice(0, -'/package.json'.length),
)

export default defineConfig({
  test: {
    projects: ['.', ...folders].map((folder) => ({
      root: folder,
      ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
      test: {
        name: folder === '.' ? 'house' : folder.slice(folder.indexOf('/') + 1),
        include: folder === '.' ? ['test/**/*.test.ts'] : ['src/**/*.test.ts', 'test/**/*.test.ts'],
        exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts'],
        setupFiles: [setup],
        testTimeout: 20_000,
      },
    })),
  },
})
