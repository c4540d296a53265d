import type { ProjectId } from '../domain/ids.ts'
import type { Json } from '../domain/json.ts'
import type { CallOptions } from './call-options.ts'
import { type Token, token } from './token.ts'

/** Small facts about a project that survive a restart, such as the progress of indexing. */
export interface ProjectNotes {
  /** Creates or replaces the note of that key. */
  write(project: ProjectId, key: string, value: Json, options?: CallOptions): Promise<void>
  /** The note of that key; undefined when there is none. */
  read(project: ProjectId, key: string, options?: CallOptions): Promise<Json | undefined>
  /**
   * Writes the note only while it still is `expected`, as `read` answered it; undefined: while there is none.
   * @returns false when it is another one, which stays
   */
  replace(
    project: ProjectId,
    key: string,
    expected: Json | undefined,
    value: Json,
    options?: CallOptions,
  ): Promise<boolean>
  /** The notes of that key, of all projects that have one. */
  list(key: string, options?: CallOptions): Promise<ReadonlyMap<ProjectId, Json>>
}

export const ProjectNotes: Token<ProjectNotes> = token<ProjectNotes>('ProjectNotes')
