import { queryOptions } from '@tanstack/react-query'
import { readThread, type Turn, threadQuery } from '../../api/conversations.ts'

/** An answer that was streamed to its end. */
export interface CompleteAnswer {
  threadId: string
  turnId: string
  /** When its end came, by the clock of the browser. */
  at: number
}

/** A check has a minute; then its verdicts have to be stored. */
const LONGEST_MS = 70_000

/** The answer as its conversation keeps it; null when it is not kept, or another took its place. */
export function answerQuery(project: string, answer: CompleteAnswer | undefined) {
  const { threadId = '', turnId = '' } = answer ?? {}
  return queryOptions({
    queryKey: [...threadQuery(project, threadId).queryKey, turnId],
    queryFn: async ({ signal }): Promise<Turn | null> => {
      const { turns } = await readThread(project, threadId, signal)
      return turns.find(({ id }) => id === turnId) ?? null
    },
    enabled: answer !== undefined,
  })
}

/** Whether the verdicts may still come, as of a time at which they were asked for. */
export function awaitsClaims(
  turn: Turn | null | undefined,
  askedAt: number,
  { at }: CompleteAnswer,
): boolean {
  return turn?.outcome === 'answered' && turn.claims === undefined && askedAt < at + LONGEST_MS
}
