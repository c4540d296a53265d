export { GiteaGitHost } from './gitea-git-host.ts'
export { GiteaOptions, type GiteaSettings, resolveSettings } from './options.ts'
export { gitea } from './plugin.ts'
