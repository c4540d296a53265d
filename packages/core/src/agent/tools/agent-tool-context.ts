import type { Todo } from '../../domain/job.ts'
import type { Project } from '../../domain/project.ts'
import type { RetrievedPassage } from '../../ports/retriever.ts'
import type { Workspace } from '../../ports/workspaces.ts'
import type { CheckReport } from '../checks/check-docs.ts'
import type { ReadableFiles } from '../contexts/context-files.ts'
import type { WritePolicy } from '../policy/write-policy.ts'

/** What the agent's tools work on: one workspace, and nothing of the host. */
export interface AgentToolContext {
  readonly workspace: Workspace
  /** What can be read: the workspace, and the context repositories. */
  readonly files: ReadableFiles
  readonly project: Project
  readonly policy: WritePolicy
  /** Paths written or deleted since the step began. */
  readonly touched: Set<string>
  /** Paths that the write policy refused since the step began. */
  readonly refused: Set<string>
  todos: readonly Todo[]
  searchDocs(query: string, signal: AbortSignal): Promise<RetrievedPassage[]>
  checkDocs(signal: AbortSignal): Promise<CheckReport>
}
