import { type ContractCase, contractSuite } from './contract-case.ts'
import { conflictCases } from './workspaces-conflicts.ts'
import type { WorkspacesContext } from './workspaces-context.ts'
import { editingCases } from './workspaces-editing.ts'
import { publishingCases } from './workspaces-publishing.ts'
import { readingCases } from './workspaces-reading.ts'

export const workspacesCases: readonly ContractCase<WorkspacesContext>[] = [
  ...readingCases,
  ...editingCases,
  ...publishingCases,
  ...conflictCases,
]

/** Registers the tests that every Workspaces must pass. */
export const workspacesContract: ReturnType<typeof contractSuite<WorkspacesContext>> = contractSuite(
  'Workspaces',
  workspacesCases,
)
