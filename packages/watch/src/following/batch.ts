import { createHash } from 'node:crypto'
import { defined } from '@docent/content'
import { contextsOf, type EvidenceRow, sameRepository } from '@docent/core'
import type { Project } from '@docent/core/plugin'
import type { FoundChange, FoundRow } from './watch-state.ts'

/** Whose code it is that evidence tells of, and where the agent reads it. */
export function contextNames(project: Project): Map<string, string> {
  const contexts = contextsOf(project)
  return new Map(
    (project.watch ?? []).flatMap(({ repository }) => {
      const context = contexts.find((each) => sameRepository(each.repository, repository))
      return context === undefined ? [] : [[repository, `context:${context.name}/`] as const]
    }),
  )
}

/** The same for the same changes, until a run has failed with them. */
export function batchId(changes: readonly FoundChange[]): string {
  const keys = changes.flatMap(({ commit, foundAt, failures = 0, rows }) => [
    ...[commit, foundAt, failures],
    ...rows.map(({ key }) => key),
  ])
  return createHash('sha256').update(JSON.stringify(keys)).digest('base64url').slice(0, 24)
}

/** @param before rows that the job has already */
export function withNumbers(rows: readonly FoundRow[], before: number): EvidenceRow[] {
  return rows.map((row, at) => ({ ...defined(row), row: before + at + 1 }))
}
