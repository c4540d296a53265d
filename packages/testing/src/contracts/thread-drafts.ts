import { threadId } from '@docent/core'
import {
  type AnswerFeedback,
  projectId,
  type RecordedSearch,
  type Thread,
  type ThreadId,
  type ThreadStore,
  type ThreadTurn,
} from '@docent/core/plugin'
import { expect } from 'vitest'

export const project = projectId('docs')
export const other = projectId('other')
export const T0 = 1_768_478_400_000

export const idOf = (n: number): ThreadId => threadId(n.toString(16).padStart(32, '0'))
export const down: AnswerFeedback = { rating: 'down', text: 'Wrong \ud83d page', createdAt: T0 + 50 }
/** What is not known of searches for answers. */
export const asked = { source: 'assistant', withoutResults: null, meanResults: null, meanMs: null }
export const up: AnswerFeedback = { rating: 'up', text: '', createdAt: T0 + 60 }

export async function seed(
  store: ThreadStore,
  n: number,
  thread: Partial<Thread>,
  turns: readonly Partial<ThreadTurn>[],
): Promise<void> {
  await store.create(threadOf(n, thread))
  for (const turn of turns) await store.append(idOf(n), turnOf(turn))
}

export function threadOf(n: number, changes: Partial<Thread>): Thread {
  return { id: idOf(n), projectId: project, fp: 'visitor', threadKeyHash: null, createdAt: T0, ...changes }
}

export function turnOf(changes: Partial<ThreadTurn>): Omit<ThreadTurn, 'index'> {
  return {
    id: 'turn',
    question: 'What is it?',
    asked: {},
    answer: 'It is.',
    outcome: 'answered',
    sources: [],
    searches: ['what'],
    model: 'offline:docent',
    inputTokens: 10,
    outputTokens: 5,
    firstTextMs: 1,
    totalMs: 2,
    createdAt: T0 + 1,
    ...changes,
  }
}

export function searchOf(changes: Partial<RecordedSearch>): RecordedSearch {
  return {
    projectId: project,
    source: 'search',
    fp: 'visitor',
    query: 'what',
    results: 1,
    ms: 1,
    createdAt: T0 + 1,
    ...changes,
  }
}

export function cursorOf({ nextCursor }: { nextCursor: string | null }): string {
  expect(nextCursor).not.toBeNull()
  return nextCursor as string
}
