import type {
  CallOptions,
  CommitRequest,
  GitRemote,
  Workspace,
  WorkspaceFile,
  WorkspaceRequest,
  Workspaces,
} from '@docent/core/plugin'
import type { SeedFile } from '../material/seed-file.ts'
import type { ContractContext } from './contract-case.ts'

/** A repository on the remote, as somebody else sees and changes it. */
export interface ContractRepository {
  /** The key of the cache. */
  readonly url: string
  remote(options: CallOptions & { access: 'read' | 'write' }): Promise<GitRemote>
  /** Commits on a branch as somebody else would (null deletes); a new branch begins at `from`. Answers the commit. */
  commitDirectly(
    branch: string,
    files: Readonly<Record<string, SeedFile | null>>,
    options?: { from?: string },
  ): Promise<string>
  /** Moves a branch, forward or not; undefined deletes it. */
  moveBranch(branch: string, commit: string | undefined): Promise<void>
  /** Newest commit of a branch on the remote; undefined when there is no such branch. */
  tip(branch: string): Promise<string | undefined>
  parents(commit: string): Promise<string[]>
  /** Every file of a branch on the remote. */
  files(branch: string): Promise<Map<string, { kind: WorkspaceFile['kind']; content: string }>>
}

export interface WorkspacesContext extends ContractContext {
  readonly workspaces: Workspaces
  /** A second instance that shares nothing in memory with the first, on the same remotes: another process. */
  readonly others: Workspaces
  /** A repository whose branch `main` has these files in one commit. */
  makeRepository(files: Readonly<Record<string, SeedFile>>): Promise<ContractRepository>
}

const SOMEBODY = { name: 'Docent', email: 'docent@example.com' }

export function openWorkspace(
  workspaces: Workspaces,
  repository: ContractRepository,
  request: Partial<Pick<WorkspaceRequest, 'branch' | 'from' | 'commit' | 'keep'>> = {},
): Promise<Workspace> {
  return workspaces.open({
    repository: repository.url,
    remote: (options) => repository.remote(options),
    branch: 'docent/job',
    from: 'main',
    keep: 'job-1',
    ...request,
  })
}

export function commitRequest(message = 'docs: change'): CommitRequest {
  return { message, author: SOMEBODY, date: Date.UTC(2026, 0, 2, 3, 4, 5, 678) }
}

export async function readText(workspace: Workspace, path: string): Promise<string | undefined> {
  const bytes = await workspace.read(path)
  return bytes && Buffer.from(bytes).toString('utf8')
}

export async function textChanges(workspace: Workspace): Promise<[string, string | null][]> {
  const changes = await workspace.changes()
  return changes.map(({ path, content }) => [path, content && Buffer.from(content).toString('utf8')])
}
