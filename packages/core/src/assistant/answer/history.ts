import type { ThreadTurn } from '../../domain/thread.ts'
import type { HistoryMessage } from './prompt.ts'

/** Questions further back were about other matters. */
const MOST_EARLIER = 3

/** A stored turn as the model sees it. */
export function asHistory(turn: ThreadTurn): HistoryMessage[] {
  const asked: HistoryMessage = { role: 'user', text: turn.question }
  return turn.answer === '' ? [asked] : [asked, { role: 'assistant', text: turn.answer }]
}

/** A short follow-up ("and how do I revoke it?") is searched together with the question it follows. */
export function searchQuery(question: string, history: readonly HistoryMessage[]): string {
  const words = question.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const before = history.findLast((message) => message.role === 'user')?.text
  const query = before !== undefined && words.length < 6 ? `${question} ${before}` : question
  return query.slice(0, 1000)
}

/** What the person asked before, the newest first: it may name the dialect, framework or version that is meant. */
export function earlierQuestions(history: readonly HistoryMessage[]): string[] {
  return history
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text.slice(0, 1000))
    .slice(-MOST_EARLIER)
    .reverse()
}
