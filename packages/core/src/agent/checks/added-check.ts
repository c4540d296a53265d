import type { Problem } from '@docent/content'
import type { Project } from '../../domain/project.ts'
import { type Token, token } from '../../ports/token.ts'
import type { FileChange, Workspace } from '../../ports/workspaces.ts'

/** What a check of a plugin looks at. */
export interface AddedCheckContext {
  readonly project: Project
  /** What the run changed; a file without content was deleted. */
  readonly changes: readonly FileChange[]
  /** The working copy with the changes. */
  readonly files: Pick<Workspace, 'list' | 'read' | 'search'>
  readonly signal: AbortSignal
}

/** A problem, as a check of a plugin reports it. */
export type CheckProblem = Pick<Problem, 'file' | 'line' | 'message'>

/** A check of what the agent changed, such as a linter of prose. Its problems go back to the model. */
export interface AddedCheck {
  name: string
  /** Reports no problem that was there before: it would be given back to the model with each change. */
  check(context: AddedCheckContext): Promise<readonly CheckProblem[]>
}

export const RegisteredChecks: Token<readonly AddedCheck[]> = token<readonly AddedCheck[]>('RegisteredChecks')

/** The problems of all checks in files that the run changed. */
export async function addedProblems(
  checks: readonly AddedCheck[],
  { workspace, project, signal }: { workspace: Workspace; project: Project; signal: AbortSignal },
): Promise<Problem[]> {
  if (checks.length === 0) return []
  const changes = await workspace.changes({ signal })
  const changed = new Set(changes.map(({ path }) => path))
  const found = await Promise.all(
    checks.map(async (added) => {
      const { name } = added
      const problems = await added.check({ project, changes, files: workspace, signal })
      return problems.map(({ file, line, message }): Problem => {
        return {
          file,
          line,
          column: 1,
          rule: 'added-check',
          message: `${name}: ${message}`,
          severity: 'error',
        }
      })
    }),
  )
  return found.flat().filter(({ file }) => changed.has(file))
}
