export { GitlabGitHost } from './gitlab-git-host.ts'
export { GitlabOptions, type GitlabSettings, resolveSettings } from './options.ts'
export { gitlab } from './plugin.ts'
