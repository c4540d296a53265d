import {
  type AnswerFeedback,
  type Conversation,
  decodeListCursor,
  encodeListCursor,
  type ListPosition,
  normalizedQuery,
  type ReportPage,
  type ReportPeriod,
  type ReportQuery,
  type SearchCount,
  type Thread,
  type ThreadTurn,
} from '@docent/core'

export function within({ from, to }: ReportPeriod, time: number): boolean {
  return (from === undefined || time >= from) && (to === undefined || time < to)
}

export function newestFirst<Entry>(positionOf: (entry: Entry) => ListPosition) {
  return (first: Entry, second: Entry): number => compare(positionOf(second), positionOf(first))
}

/** The page of a list that is shown newest first. */
export function pageOf<Entry>(
  entries: readonly Entry[],
  { cursor, limit }: ReportQuery,
  positionOf: (entry: Entry) => ListPosition,
): ReportPage<Entry> {
  const after = cursor === undefined ? undefined : decodeListCursor(cursor)
  const rest = entries
    .filter((entry) => after === undefined || compare(positionOf(entry), after) < 0)
    .sort(newestFirst(positionOf))
  return cut(rest, limit, positionOf)
}

export function countSearches(
  turns: readonly ThreadTurn[],
  { cursor, limit }: ReportQuery,
): ReportPage<SearchCount> {
  const counts = new Map<string, SearchCount>()
  for (const { searches, outcome } of turns) {
    for (const query of new Set(searches.map(normalizedQuery))) {
      if (query === '') continue
      const known = counts.get(query) ?? { query, count: 0, unanswered: 0 }
      known.count++
      if (outcome === 'unanswered') known.unanswered++
      counts.set(query, known)
    }
  }
  const after = cursor === undefined ? undefined : decodeListCursor(cursor)
  const rest = [...counts.values()]
    .filter(({ query, count }) => !after || count < after.rank || (count === after.rank && query > after.id))
    .sort((a, b) => b.count - a.count || (a.query < b.query ? -1 : 1))
  return cut(rest, limit, ({ query, count }) => ({ rank: count, id: query }))
}

export function conversationOf(
  thread: Thread,
  turns: readonly ThreadTurn[],
  said: ReadonlyMap<string, AnswerFeedback>,
): Conversation {
  const [first] = turns as readonly [ThreadTurn, ...ThreadTurn[]]
  const last = turns.at(-1) as ThreadTurn
  const ratings = turns.map(({ id }) => said.get(id)?.rating)
  return {
    id: thread.id,
    fp: thread.fp,
    createdAt: thread.createdAt,
    updatedAt: last.createdAt,
    turns: turns.length,
    question: first.question,
    outcome: last.outcome,
    up: ratings.filter((rating) => rating === 'up').length,
    down: ratings.filter((rating) => rating === 'down').length,
  }
}

function cut<Entry>(
  rest: readonly Entry[],
  limit: number,
  positionOf: (entry: Entry) => ListPosition,
): ReportPage<Entry> {
  const entries = rest.slice(0, limit)
  const last = entries.at(-1)
  return { entries, nextCursor: last && rest.length > limit ? encodeListCursor(positionOf(last)) : null }
}

function compare(a: ListPosition, b: ListPosition): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
