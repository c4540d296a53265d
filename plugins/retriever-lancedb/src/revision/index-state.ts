import { defined, type IndexState } from '@docent/core'
import { type CurrentRevision, isUpToDate } from '../tables/current-revision.ts'

/** An index of an older format is served, but counts as none, so that it is built anew. */
export function stateOf(current: CurrentRevision | undefined): IndexState {
  if (current === undefined || !isUpToDate(current)) return { revision: undefined, pages: 0, passages: 0 }
  const { revision, pages, passages, embedding } = current
  return { revision, pages, passages, ...defined({ embedding }) }
}
