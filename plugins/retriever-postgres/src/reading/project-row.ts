import { defined, type IndexState, type ProjectId } from '@docent/core/plugin'
import type { Postgres } from '@docent/postgres'
import { ANALYSIS } from '@docent/search'

/** What is served of a project, as its row says. */
export interface ProjectRow {
  readonly number: number
  /** Grows with every commit, and when the project is dropped. */
  readonly sequence: number
  /** The source's name for it; null when nothing is committed. */
  readonly revision: string | null
  readonly analysis: number
  readonly pages: number
  readonly passages: number
  /** How many of the passages are limited to groups. */
  readonly restricted: number
  /** JSON. */
  readonly languages: string
  /** JSON. */
  readonly redirects: string
  /** The sequence whose statistics and links are used. */
  readonly counted: number
}

const COLUMNS =
  'number, sequence, revision, analysis, pages, passages, restricted, languages, redirects, counted'

/** Undefined for a project that was never written. */
export async function readProject(
  postgres: Postgres,
  project: ProjectId,
  signal?: AbortSignal,
): Promise<ProjectRow | undefined> {
  const sql = `SELECT ${COLUMNS} FROM docent.search_projects WHERE project = $1`
  const { rows } = await postgres.query<ProjectRow>(sql, [project], defined({ signal }))
  return rows[0]
}

/** An index of another analysis is served, but counts as none, so that it is built anew. */
export function stateOf(row: ProjectRow | undefined): IndexState {
  if (row === undefined || row.revision === null || row.analysis !== ANALYSIS)
    return { revision: undefined, pages: 0, passages: 0 }
  return { revision: row.revision, pages: row.pages, passages: row.passages }
}

/** A condition on a row of `search_files` that is part of the revision with this sequence. */
export function isIn(file: string, sequence: string): string {
  return `${file}.added <= ${sequence} AND (${file}.removed IS NULL OR ${file}.removed > ${sequence})`
}
