import { relative } from 'node:path'
import type { CreatedPlugin } from './create-plugin.ts'

/** What to do with a new plugin, as commands to copy. */
export function nextSteps({ port, package: name, folder, files }: CreatedPlugin): string {
  const adapter = files.find((file) => /^src\/.*(?<!\.contract\.test)\.ts$/.test(file) && isAdapter(file))
  return `${name} is in ${folder}. Next:

  cd ${relative(process.cwd(), folder) || '.'}
  npm install
  npm run check
  npm test

The tests fail until you write the members of ${port} in ${adapter}. Each one says which to write next.`
}

function isAdapter(file: string): boolean {
  return !['src/index.ts', 'src/plugin.ts', 'src/options.ts', 'src/not-written.ts'].includes(file)
}
