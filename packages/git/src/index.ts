export { BareRepository, type BareRepositoryOptions } from './bare-repository.ts'
export { CatFile, type CatFileOptions, type GitObject, type ObjectInfo, type ObjectType } from './cat-file.ts'
export { Coalesce } from './coalesce.ts'
export { createBareRepository } from './create-bare-repository.ts'
export { failureReason } from './failure-reason.ts'
export { type GitConfig, gitEnvironment } from './git-environment.ts'
export { classifyGitError, GitError, type GitErrorDetails, type GitErrorKind } from './git-error.ts'
export { ObjectWriter, objectId } from './object-writer.ts'
export { pause } from './pause.ts'
export { redact } from './redact.ts'
export { remoteDefaultBranch } from './remote-default-branch.ts'
export { RepositoryCache } from './repository-cache.ts'
export { type RetryOptions, retryGit } from './retry-git.ts'
export { type GitResult, type RunGitOptions, runGit } from './run-git.ts'
export type { RemoteSource } from './transfer.ts'
export {
  type EntryKind,
  kindOfMode,
  parseTree,
  rawName,
  readableName,
  serializeTree,
  type TreeEntry,
} from './tree-entry.ts'
