import { definePlugin } from '@docent/core'
import { GithubGitHost } from './github-git-host.ts'
import { GithubOptions, resolveSettings } from './options.ts'

/**
 * Repositories on github.com or GitHub Enterprise.
 *
 * @example
 * export default defineConfig({ plugins: [github()] }) // with GITHUB_APP_ID and GITHUB_APP_PRIVATE_KEY
 */
export const github = definePlugin({
  name: 'git-github',
  options: GithubOptions,
  setup: (options, host) => {
    const settings = resolveSettings(options, host.env)
    host.addGitHost(new GithubGitHost(settings, { clock: host.clock, logger: host.logger }))
    if (settings.identity.kind === 'none') {
      host.onHealth(() => ({
        ok: true,
        message: 'git-github has no credentials: it reads public repositories, and the agent cannot work',
      }))
    }
  },
})
