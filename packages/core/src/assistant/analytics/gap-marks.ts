import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import { DocentError } from '../../errors/docent-error.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'

export const GAP_STATES = ['open', 'dismissed', 'snoozed'] as const
export type GapState = (typeof GAP_STATES)[number]

/** That people don't want to see a gap for now. */
const GapMark = z.object({
  /** What the first question of the gap was about. */
  terms: z.array(z.string()),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** When it comes back. Null: when others ask again. */
  until: z.number().nullable(),
})
export type GapMark = z.output<typeof GapMark>

const KEY = 'gap-marks'
/** The oldest are forgotten first. */
const MOST_MARKS = 500
/** Of changes at the same time. */
const MOST_TRIES = 20

export async function readGapMarks(
  notes: ProjectNotes,
  project: ProjectId,
  options?: CallOptions,
): Promise<GapMark[]> {
  return z.array(GapMark).safeParse(await notes.read(project, KEY, options)).data ?? []
}

/** Changes the marks, also while others do. */
export async function changeGapMarks(
  notes: ProjectNotes,
  project: ProjectId,
  change: (marks: GapMark[]) => GapMark[],
  options?: CallOptions,
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const stored = await notes.read(project, KEY, options)
    const marks = change(z.array(GapMark).safeParse(stored).data ?? [])
    const kept = marks.sort((a, b) => a.at - b.at).slice(-MOST_MARKS)
    if (await notes.replace(project, KEY, stored, kept, options)) return
  }
  throw new DocentError('conflict', 'Others change the gaps of this project at the same time. Try again.')
}
