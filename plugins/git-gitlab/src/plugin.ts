import { definePlugin } from '@docent/core/plugin'
import { registerHost } from '@docent/git-host'
import { GitlabGitHost } from './gitlab-git-host.ts'
import { manifest } from './manifest.ts'
import { GitlabOptions, resolveSettings } from './options.ts'

/**
 * Projects on gitlab.com or a self-managed GitLab.
 *
 * @example
 * export default defineConfig({ plugins: [gitlab()] }) // with GITLAB_TOKEN
 */
export const gitlab = definePlugin({
  name: 'git-gitlab',
  manifest,
  options: GitlabOptions,
  setup: (options, host) => {
    const settings = resolveSettings(options, host.env)
    registerHost(host, new GitlabGitHost(settings, { clock: host.clock, logger: host.logger }), {
      plugin: 'git-gitlab',
      missing: settings.token === undefined ? 'token' : undefined,
      places: 'projects',
    })
  },
})
