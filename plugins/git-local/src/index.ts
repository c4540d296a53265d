export { createLocalRepository, type NewRepository } from './create-local-repository.ts'
export { LocalGitHost, type LocalGitHostOptions } from './local-git-host.ts'
export { GitLocalOptions } from './options.ts'
export { gitLocal } from './plugin.ts'
