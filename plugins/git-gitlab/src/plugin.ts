import { definePlugin } from '@docent/core'
import { GitlabGitHost } from './gitlab-git-host.ts'
import { GitlabOptions, resolveSettings } from './options.ts'

/**
 * Projects on gitlab.com or a self-managed GitLab.
 *
 * @example
 * export default defineConfig({ plugins: [gitlab()] }) // with GITLAB_TOKEN
 */
export const gitlab = definePlugin({
  name: 'git-gitlab',
  options: GitlabOptions,
  setup: (options, host) => {
    const settings = resolveSettings(options, host.env)
    host.addGitHost(new GitlabGitHost(settings, { clock: host.clock, logger: host.logger }))
    if (settings.token === undefined) {
      host.onHealth(() => ({
        ok: true,
        message: 'git-gitlab has no token: it reads public projects, and the agent cannot work',
      }))
    }
  },
})
