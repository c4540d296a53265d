import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { NotRunReporter } from './packages/testing/src/not-run-reporter.ts'
import { IS_LONG, LONG_RUNS, ONLY_LONG } from './scripts/long-runs.ts'
import { testedFolders, vitestProject } from './scripts/vitest-projects.ts'

function testsOf(folder: string): string[] {
  if (IS_LONG) return [...LONG_RUNS, ...ONLY_LONG].filter((file) => file.startsWith(`${folder}/`))
  return folder === '.' ? ['test/**/*.test.ts'] : [`${folder}/{src,test}/**/*.test.ts`]
}

export default defineConfig({
  test: {
    reporters: ['default', new NotRunReporter()],
    // Two more than there are cores: with one more, a quarter of their time is idle, because tests wait for processes.
    maxWorkers: availableParallelism() + 2,
    projects: testedFolders().map((folder) =>
      vitestProject(folder, {
        include: testsOf(folder),
        exclude: [
          ...['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts', '**/*.clients.test.ts'],
          ...(IS_LONG ? [] : ONLY_LONG),
        ],
      }),
    ),
  },
})
