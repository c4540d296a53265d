import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'
import { NEWEST_FOLDER, NEWEST_PACKAGES } from './scripts/clients/newest-packages.ts'
import { vitestProject } from './scripts/vitest-projects.ts'

/** The conformance of clients, by folder. */
const CONFORMANCE = {
  'packages/core': ['packages/core/src/streams/clients.test.ts'],
  'packages/client': ['packages/client/test/streams.test.ts'],
  'apps/server': ['apps/server/test/clients/*.test.ts', 'apps/server/test/mcp/*.test.ts'],
}

/** Leads the imports of tests to the newest versions. Versions that have a name of their own stay. */
const newest: Plugin = {
  name: 'newest-clients',
  enforce: 'pre',
  resolveId(id) {
    const isNewest = NEWEST_PACKAGES.some((name) => id === name || id.startsWith(`${name}/`))
    if (!isNewest || NEWEST_FOLDER === undefined) return undefined
    return this.resolve(id, join(NEWEST_FOLDER, 'index.js'), { skipSelf: true })
  },
}

/** What `pnpm run check:clients` runs. */
export default defineConfig({
  test: {
    projects: Object.entries(CONFORMANCE).map(([folder, include]) => ({
      ...vitestProject(folder, { include }),
      plugins: [newest],
    })),
  },
})
