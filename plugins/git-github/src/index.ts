export { GithubGitHost } from './github-git-host.ts'
export { GithubOptions, type GithubSettings, resolveSettings } from './options.ts'
export { github } from './plugin.ts'
