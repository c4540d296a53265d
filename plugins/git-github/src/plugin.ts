import { definePlugin } from '@docent/core/plugin'
import { registerHost } from '@docent/git-host'
import { GithubGitHost } from './github-git-host.ts'
import { manifest } from './manifest.ts'
import { GithubOptions, resolveSettings } from './options.ts'

/**
 * Repositories on github.com or GitHub Enterprise.
 *
 * @example
 * export default defineConfig({ plugins: [github()] }) // with GITHUB_APP_ID and GITHUB_APP_PRIVATE_KEY
 */
export const github = definePlugin({
  name: 'git-github',
  manifest,
  options: GithubOptions,
  setup: (options, host) => {
    const settings = resolveSettings(options, host.env)
    registerHost(host, new GithubGitHost(settings, { clock: host.clock, logger: host.logger }), {
      plugin: 'git-github',
      missing: settings.identity.kind === 'none' ? 'credentials' : undefined,
    })
  },
})
