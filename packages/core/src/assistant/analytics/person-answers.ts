import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'

/** What a person answered where the assistant had no answer. Nobody's name is in it. */
const PersonAnswer = z.object({
  text: z.string(),
  /** Where it was said. */
  url: z.string().nullable(),
  /** Milliseconds since the epoch. */
  at: z.number(),
})
export type PersonAnswer = z.output<typeof PersonAnswer>

const keyOf = (thread: string) => `person-answer:${thread}`

export function rememberPersonAnswer(
  notes: ProjectNotes,
  project: ProjectId,
  thread: string,
  answer: PersonAnswer,
  options?: CallOptions,
): Promise<void> {
  return notes.write(project, keyOf(thread), answer, options)
}

/** The answer to a question of that conversation; undefined when nobody gave one. */
export async function personAnswer(
  notes: ProjectNotes,
  project: ProjectId,
  thread: string,
  options?: CallOptions,
): Promise<PersonAnswer | undefined> {
  return PersonAnswer.safeParse(await notes.read(project, keyOf(thread), options)).data
}
