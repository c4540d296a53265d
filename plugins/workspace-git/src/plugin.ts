import { join } from 'node:path'
import { definePlugin, Workspaces } from '@docent/core/plugin'
import { GitWorkspaces } from './git-workspaces.ts'
import { GitWorkspacesOptions } from './options.ts'

/**
 * Workspaces on cached bare repositories, by the git command.
 *
 * @example
 * export default defineConfig({ plugins: [gitWorkspaces()] })
 */
export const gitWorkspaces = definePlugin({
  name: 'workspace-git',
  options: GitWorkspacesOptions,
  setup: (options, host) => {
    const cacheDir = options.cacheDir ?? join(host.dataDirectory, 'cache', 'workspaces')
    const workspaces = new GitWorkspaces({ ...options, cacheDir }, { clock: host.clock, logger: host.logger })
    host.provide(Workspaces, workspaces)
    host.onStop(() => workspaces.close())
    host.onHealth(() => workspaces.health())
  },
})
