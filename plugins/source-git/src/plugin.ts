import { join } from 'node:path'
import { definePlugin } from '@docent/core/plugin'
import { GitDocsSource } from './git-docs-source.ts'
import { GitSourceOptions } from './options.ts'

/**
 * Documentation out of git repositories, read without a checkout.
 *
 * @example
 * export default defineConfig({ plugins: [sourceGit({ ignore: ['drafts/**'] })] })
 */
export const sourceGit = definePlugin({
  name: 'source-git',
  options: GitSourceOptions,
  setup: (options, host) => {
    const cacheDir = options.cacheDir ?? join(host.dataDirectory, 'cache', 'source-git')
    const source = new GitDocsSource({ ...options, cacheDir }, { logger: host.logger, clock: host.clock })
    host.addDocsSource(source)
    host.onStop(() => source.close())
  },
})
