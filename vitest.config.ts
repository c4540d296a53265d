import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { NotRunReporter } from './packages/testing/src/not-run-reporter.ts'
import { testedFolders, vitestProject } from './scripts/vitest-projects.ts'

export default defineConfig({
  test: {
    reporters: ['default', new NotRunReporter()],
    // Two more than there are cores: with one more, a quarter of their time is idle, because tests wait for processes.
    maxWorkers: availableParallelism() + 2,
    projects: testedFolders().map((folder) =>
      vitestProject(folder, {
        include: folder === '.' ? ['test/**/*.test.ts'] : [`${folder}/{src,test}/**/*.test.ts`],
        exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts'],
      }),
    ),
  },
})
