import { defineConfig } from 'vitest/config'
import { testedFolders, vitestProject } from './scripts/vitest-projects.ts'

export default defineConfig({
  test: {
    projects: testedFolders().map((folder) =>
      vitestProject(folder, {
        include: folder === '.' ? ['test/**/*.test.ts'] : ['src/**/*.test.ts', 'test/**/*.test.ts'],
        exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts'],
      }),
    ),
  },
})
