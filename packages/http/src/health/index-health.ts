import { wasPublished } from '@docent/core'
import {
  DocentError,
  type Health,
  type Project,
  ProjectNotes,
  ProjectStore,
  Retriever,
} from '@docent/core/plugin'
import type { Services } from '../calls/services.ts'

/** A probe waits no longer for a store that is away, ms. */
const ASK_MS = 2_000
const MOST_NAMES = 5

/**
 * Whether this node can answer from an index. It is down only while it holds none of those that were published, by
 * whatever process: another node may hold them. What is missing beside others, and what cannot be looked up because the
 * store of projects is away from every node, degrades it. A project that was never indexed counts as none.
 *
 * @param serves false for a process that no reader reaches: it is never down by this
 */
export async function indexHealth({ docent }: Pick<Services, 'docent'>, serves: boolean): Promise<Health> {
  const signal = AbortSignal.timeout(ASK_MS)
  try {
    const projects = await docent.resolve(ProjectStore).list({ signal })
    const held: Project[] = []
    const missing: Project[] = []
    for (const project of projects) {
      if (project.disabled) continue
      if (await holds(docent.resolve(Retriever), project, signal)) held.push(project)
      else if (await wasPublished(docent.resolve(ProjectNotes), project.id, { signal })) missing.push(project)
    }
    if (missing.length === 0) return { ok: true }
    return {
      ok: false,
      isDegraded: held.length > 0 || !serves,
      message: `${countsOf(held.length, missing)} Questions about the missing ones fail here until the index is built or copied. "docent index" builds it at once.`,
    }
  } catch (error) {
    const reason = DocentError.is(error) ? error.message : 'The store of projects does not answer.'
    return { ok: false, isDegraded: true, message: `Docent can't tell which indexes are missing. ${reason}` }
  }
}

/** A damaged index, and one on a disk that cannot be read, is none. */
async function holds(retriever: Retriever, { id }: Project, signal: AbortSignal): Promise<boolean> {
  if (!retriever.holds) return true
  try {
    return await retriever.holds(id, { signal })
  } catch (error) {
    if (signal.aborted) throw error
    return false
  }
}

function countsOf(held: number, missing: readonly Project[]): string {
  const names = missing.slice(0, MOST_NAMES).map(({ id }) => id)
  const more = missing.length > names.length ? ` and ${missing.length - names.length} more` : ''
  return `This node has the search index of ${held} of ${held + missing.length} indexed projects; ${names.join(', ')}${more} ${missing.length === 1 ? 'is' : 'are'} missing.`
}
