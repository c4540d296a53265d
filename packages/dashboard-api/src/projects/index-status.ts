import { INDEX_STATE, indexProblems } from '@docent/core'
import { type Project, ProjectNotes, Retriever } from '@docent/core/plugin'
import type { Services } from '@docent/http'
import { z } from 'zod'
import { ProblemGroupObject } from '../index-reports/problem-object.ts'

export const IndexStatusObject = z
  .object({
    state: z.enum(['never', 'indexing', 'done', 'failed']),
    pages: z.int(),
    passages: z.int(),
    revision: z.string().nullable().describe('What is served now.'),
    pagesDone: z.int().describe('While it is indexed: files that were read, of `pagesTotal`.'),
    pagesTotal: z.int(),
    startedAt: z.iso.datetime().nullable(),
    expectedEnd: z.iso.datetime().nullable(),
    message: z.string().nullable().describe('Why indexing failed.'),
    problems: z
      .array(ProblemGroupObject)
      .describe('What the index lost and why, by kind, the worst first. Empty if nothing was lost.'),
  })
  .meta({ id: 'IndexStatus' })

const StoredProgress = z.object({
  phase: z.enum(['listing', 'parsing', 'committing', 'done', 'failed']),
  pagesDone: z.number(),
  pagesTotal: z.number(),
  startedAt: z.number(),
  etaMs: z.number().nullable(),
  message: z.string().optional(),
})

export type IndexStatus = z.input<typeof IndexStatusObject>

/** Of each kind of problem: lists have every project. */
const MOST_EXAMPLES = 5

/** A run that has not said anything for so long has died with its process. */
const DEAD_AFTER_MS = 6 * 3_600_000

/** How far the documentation of a project is read, and what is served. */
export async function indexStatus(
  services: Services,
  { id }: Project,
  signal: AbortSignal,
): Promise<IndexStatus> {
  const { docent, clock } = services
  const retriever = docent.resolve(Retriever)
  const notes = docent.resolve(ProjectNotes)
  const [note, problems = [], served] = await Promise.all([
    notes.read(id, INDEX_STATE, { signal }),
    indexProblems(notes, id, { signal }),
    (retriever.state ?? retriever.manifest).call(retriever, id, { signal }),
  ])
  const { pages, passages, revision = null } = served
  const progress = StoredProgress.safeParse(note)
  const shown = problems.map((group) => ({ ...group, examples: group.examples.slice(0, MOST_EXAMPLES) }))
  const shared = { pages, passages, revision, problems: shown }
  if (!progress.success) return { ...NO_RUN, ...shared, state: revision === null ? 'never' : 'done' }
  const { phase, pagesDone, pagesTotal, startedAt, etaMs, message = null } = progress.data
  const isDead = clock.now() - startedAt > DEAD_AFTER_MS
  const state = phase === 'done' || phase === 'failed' ? phase : isDead ? 'failed' : 'indexing'
  return {
    ...shared,
    state,
    pagesDone,
    pagesTotal,
    startedAt: new Date(startedAt).toISOString(),
    expectedEnd: etaMs === null ? null : new Date(etaMs).toISOString(),
    message: isDead && state === 'failed' && phase !== 'failed' ? 'Indexing ended without a word.' : message,
  }
}

const NO_RUN = { pagesDone: 0, pagesTotal: 0, startedAt: null, expectedEnd: null, message: null }
