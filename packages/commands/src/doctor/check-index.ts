import { INDEX_STATE, indexProblems, isForPeople, lossesOf, problemLine } from '@docent/core'
import { type Docent, type Project, ProjectNotes } from '@docent/core/plugin'
import { z } from 'zod'
import { attention, type CheckResult, checked, failed, fine } from './check-result.ts'

const StoredFailure = z.object({ phase: z.literal('failed'), message: z.string() })

/** Whether the index of a project holds all of its documentation, by the last run. */
export function checkIndex(docent: Docent, { id }: Project): Promise<CheckResult> {
  const name = `index of ${id}`
  return checked(name, async () => {
    const notes = docent.resolve(ProjectNotes)
    const failure = StoredFailure.safeParse(await notes.read(id, INDEX_STATE))
    if (failure.success) return failed(name, failure.data.message, `Then run: docent index ${id}`)
    const groups = await indexProblems(notes, id)
    if (groups === undefined)
      return attention(
        name,
        'Not indexed yet, or by an older version that did not look for losses',
        `Run: docent index ${id}`,
      )
    const losses = groups.filter(isForPeople)
    const [first] = losses
    if (first === undefined) return fine(name, 'Complete')
    const [example] = first.examples
    return attention(
      name,
      `${lossesOf(losses).join(' ')}${example ? ` ${problemLine(example)}` : ''}`,
      `${first.advice} For the list, run: docent index ${id}`,
    )
  })
}
