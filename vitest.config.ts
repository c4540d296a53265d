import { defineConfig } from 'vitest/config'
import { testedFolders, vitestProject } from './scripts/vitest-projects.ts'

export default defineConfig({
  test: {
    // By default one core is left idle, which is half of a small machine: tests wait for processes more than they compute.
    maxWorkers: '100%',
    projects: testedFolders().map((folder) =>
      vitestProject(folder, {
        include: folder === '.' ? ['test/**/*.test.ts'] : ['src/**/*.test.ts', 'test/**/*.test.ts'],
        exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts'],
      }),
    ),
  },
})
