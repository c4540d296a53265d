import { definePlugin } from '@docent/core'
import { GiteaGitHost } from './gitea-git-host.ts'
import { GiteaOptions, resolveSettings } from './options.ts'

/**
 * Repositories on a Gitea or Forgejo server.
 *
 * @example
 * export default defineConfig({ plugins: [gitea({ baseUrl: 'https://codeberg.org' })] }) // with GITEA_TOKEN
 */
export const gitea = definePlugin({
  name: 'git-gitea',
  options: GiteaOptions,
  setup: (options, host) => {
    const settings = resolveSettings(options, host.env)
    host.addGitHost(new GiteaGitHost(settings, { clock: host.clock, logger: host.logger }))
    if (settings.token === undefined) {
      host.onHealth(() => ({
        ok: true,
        message: 'git-gitea has no token: it reads public repositories, and the agent cannot work',
      }))
    }
  },
})
