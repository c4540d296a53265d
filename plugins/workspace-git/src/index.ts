export { GitWorkspaces, type GitWorkspacesDependencies } from './git-workspaces.ts'
export { GitWorkspacesOptions, type GitWorkspacesSettings } from './options.ts'
export { gitWorkspaces } from './plugin.ts'
