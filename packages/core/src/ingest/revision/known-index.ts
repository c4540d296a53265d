import type { Project } from '../../domain/project.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { Logger } from '../../ports/logger.ts'
import type { IndexManifest, IndexState, Retriever } from '../../ports/retriever.ts'

export interface KnownIndexParts {
  retriever: Retriever
  logger: Logger
  project: Project
  /** Everything is read. */
  force: boolean
  signal: AbortSignal
}

/** As little of the index as shows whether anything changed; by force, all of it. */
export async function knownState(parts: KnownIndexParts): Promise<IndexState | IndexManifest> {
  const { retriever, project, force, signal } = parts
  if (force || retriever.state === undefined) return knownManifest(parts)
  return retriever.state(project.id, { signal })
}

/** Deletes an unreadable index, so that it is built again: no question can be answered from it. */
export async function knownManifest(
  { retriever, logger, project, signal }: KnownIndexParts,
  state?: IndexState | IndexManifest,
): Promise<IndexManifest> {
  if (state !== undefined && 'hashes' in state) return state
  try {
    return await retriever.manifest(project.id, { signal })
  } catch (error) {
    if (!DocentError.is(error, 'dependency_failed')) throw error
    logger.warn({ err: error, project: project.id }, 'the damaged search index is deleted and built anew')
    await retriever.drop(project.id, { signal })
    return retriever.manifest(project.id, { signal })
  }
}
