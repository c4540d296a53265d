import { definePlugin } from '@docent/core/plugin'
import { registerHost } from '@docent/git-host'
import { GiteaGitHost } from './gitea-git-host.ts'
import { manifest } from './manifest.ts'
import { GiteaOptions, resolveSettings } from './options.ts'

/**
 * Repositories on a Gitea or Forgejo server.
 *
 * @example
 * export default defineConfig({ plugins: [gitea({ baseUrl: 'https://codeberg.org' })] }) // with GITEA_TOKEN
 */
export const gitea = definePlugin({
  name: 'git-gitea',
  manifest,
  options: GiteaOptions,
  setup: (options, host) => {
    const settings = resolveSettings(options, host.env)
    registerHost(host, new GiteaGitHost(settings, { clock: host.clock, logger: host.logger }), {
      plugin: 'git-gitea',
      missing: settings.token === undefined ? 'token' : undefined,
    })
  },
})
