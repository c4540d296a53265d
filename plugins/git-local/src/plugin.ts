import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { definePlugin, type PluginHost } from '@docent/core/plugin'
import { LocalGitHost } from './local-git-host.ts'
import { manifest } from './manifest.ts'
import { GitLocalOptions } from './options.ts'

/**
 * Bare repositories on this machine, with pull requests kept in the repository.
 *
 * @example
 * export default defineConfig({ plugins: [gitLocal({ roots: ['/srv/git'] })] })
 */
export const gitLocal = definePlugin({
  name: 'git-local',
  manifest,
  options: GitLocalOptions,
  setup: (options, host) => {
    const roots = [join(host.dataDirectory, 'repositories'), ...options.roots, ...trusted(host)]
    host.addGitHost(
      new LocalGitHost({ roots, publicUrl: () => host.publicUrl(), now: () => host.clock.now() }),
    )
  },
})

/** The operator wrote these into the configuration file: that is permission enough. */
function trusted({ configuredRepositories }: PluginHost): string[] {
  return configuredRepositories.flatMap((repository) => {
    const url = URL.parse(repository)
    return url?.protocol === 'file:' && url.hostname === '' ? [fileURLToPath(url)] : []
  })
}
