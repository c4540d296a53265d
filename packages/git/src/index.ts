export {
  CatFile,
  type CatFileOptions,
  type GitObject,
  type ObjectInfo,
  type ObjectType,
} from './objects/cat-file.ts'
export { formatOfId, type ObjectFormat, readObjectFormat } from './objects/object-format.ts'
export { ObjectWriter, objectId } from './objects/object-writer.ts'
export {
  type EntryKind,
  kindOfMode,
  parseTree,
  rawName,
  serializeTree,
  type TreeEntry,
} from './objects/tree-entry.ts'
export { BareRepository } from './repositories/bare-repository.ts'
export type { BareRepositoryOptions } from './repositories/bare-repository-options.ts'
export { Coalesce } from './repositories/coalesce.ts'
export { createBareRepository } from './repositories/create-bare-repository.ts'
export { fetchTags } from './repositories/fetch-tags.ts'
export { remoteDefaultBranch } from './repositories/remote-default-branch.ts'
export { RepositoryCache } from './repositories/repository-cache.ts'
export type { RemoteSource } from './repositories/transfer.ts'
export { failureReason } from './run/failure-reason.ts'
export { type GitConfig, gitEnvironment } from './run/git-environment.ts'
export { classifyGitError, GitError, type GitErrorDetails, type GitErrorKind } from './run/git-error.ts'
export { mapRemoteFailure } from './run/map-remote-failure.ts'
export { probeDisk } from './run/probe-disk.ts'
export { redact } from './run/redact.ts'
export { type RetryOptions, retryGit } from './run/retry-git.ts'
export { type GitResult, type RunGitOptions, runGit } from './run/run-git.ts'
