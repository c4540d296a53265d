import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { CHROMIUM } from './packages/simulators/src/services.ts'
import { NotRunReporter } from './packages/testing/src/not-run-reporter.ts'
import { testedFolders, vitestProject } from './scripts/vitest-projects.ts'

/** Tests that need Chromium: they run apart, two files at a time, because a browser is slow to share a machine with. */
export default defineConfig({
  test: {
    reporters: ['default', new NotRunReporter()],
    maxWorkers: 2,
    projects: testedFolders()
      .filter((folder) => globSync(`${folder}/{src,test}/**/*.browser.test.ts`).length > 0)
      .map((folder) =>
        vitestProject(folder, {
          include: [`${folder}/{src,test}/**/*.browser.test.ts`],
          globalSetup: CHROMIUM.isInstalled() ? globSync(`${folder}/test/**/before-browsers.ts`) : [],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        }),
      ),
  },
})
