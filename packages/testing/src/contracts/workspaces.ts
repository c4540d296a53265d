import { type ContractCase, contractSuite } from './contract-case.ts'
import type { WorkspacesContext } from './workspaces-context.ts'
import { editingCases } from './workspaces-editing.ts'
import { publishingCases } from './workspaces-publishing.ts'

export const workspacesCases: readonly ContractCase<WorkspacesContext>[] = [
  ...editingCases,
  ...publishingCases,
]

/** Registers the tests that every Workspaces must pass. */
export const workspacesContract: ReturnType<typeof contractSuite<WorkspacesContext>> = contractSuite(
  'Workspaces',
  workspacesCases,
)
