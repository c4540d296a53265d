export { GitDocsSource, type GitDocsSourceDependencies } from './git-docs-source.ts'
export { GitSourceOptions, type GitSourceSettings } from './options.ts'
export { sourceGit } from './plugin.ts'
