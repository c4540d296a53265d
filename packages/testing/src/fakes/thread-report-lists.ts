import {
  type AnswerActivity,
  type AnswerFeedback,
  type Conversation,
  type ConversationQuery,
  decodeListCursor,
  encodeListCursor,
  type ListPosition,
  normalizedQuery,
  type RecordedSearch,
  type ReportPage,
  type ReportPeriod,
  type ReportQuery,
  type SearchCount,
  type SearchQuery,
  type SearchSource,
  type Thread,
  type ThreadId,
  type ThreadTurn,
  type UnansweredQuestion,
} from '@docent/core/plugin'

export function within({ from, to }: ReportPeriod, time: number): boolean {
  return (from === undefined || time >= from) && (to === undefined || time < to)
}

/** All that is asked for is true of one turn. */
export function isWantedTurn(
  { outcome, rating, page, text }: ConversationQuery,
  turn: ThreadTurn,
  said: AnswerFeedback | undefined,
): boolean {
  const paths = [turn.asked.currentPath, ...turn.sources.map((source) => source.path)]
  return (
    (outcome === undefined || turn.outcome === outcome) &&
    (rating === undefined || said?.rating === rating) &&
    (page === undefined || paths.some((path) => typeof path === 'string' && holds(path, page))) &&
    (text === undefined || holds(turn.question, text) || holds(turn.answer, text))
  )
}

function holds(text: string, part: string): boolean {
  return lowerAscii(text).includes(lowerAscii(part))
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** The newest unanswered of these turns, each with the three questions before it in its thread. */
export function listUnanswered(
  turns: readonly { threadId: ThreadId; turn: ThreadTurn }[],
  query: ReportPeriod & { limit: number },
  fpOf: (thread: ThreadId) => string,
): UnansweredQuestion[] {
  const before = (threadId: ThreadId, index: number) =>
    turns.filter((one) => one.threadId === threadId && one.turn.index < index).slice(-3)
  return turns
    .filter(({ turn }) => turn.outcome === 'unanswered' && within(query, turn.createdAt))
    .map(({ threadId, turn: { id, question, createdAt, index } }) => ({
      threadId,
      turnId: id,
      question,
      createdAt,
      fp: fpOf(threadId),
      earlier: before(threadId, index)
        .map(({ turn }) => turn.question)
        .reverse(),
    }))
    .sort(newestFirst(({ createdAt, turnId }) => ({ rank: createdAt, id: turnId })))
    .slice(0, query.limit)
}

/** Of counts that are kept by day. */
export function touchesDay({ from, to }: ReportPeriod, time: number): boolean {
  return (from === undefined || dayOf(time) >= dayOf(from)) && (to === undefined || dayOf(time) < to)
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
  direct: readonly RecordedSearch[],
  { cursor, limit, source: wanted }: SearchQuery,
): ReportPage<SearchCount> {
  const found: Found[] = [
    ...turns.flatMap(({ searches, outcome }) =>
      [...new Set(searches.map(normalizedQuery))].map((query) => ({
        source: 'assistant' as const,
        query,
        unanswered: Number(outcome === 'unanswered'),
      })),
    ),
    ...direct.map((search) => ({ ...search, query: normalizedQuery(search.query), unanswered: 0 })),
  ].filter(({ query, source }) => query !== '' && (wanted === undefined || source === wanted))
  const counts = [...Map.groupBy(found, ({ source, query }) => `${source} ${query}`)].map(([id, same]) => ({
    id,
    entry: searchCount(same),
  }))
  const after = cursor === undefined ? undefined : decodeListCursor(cursor)
  const rest = counts
    .filter(
      ({ id, entry }) => !after || entry.count < after.rank || (entry.count === after.rank && id > after.id),
    )
    .sort((a, b) => b.entry.count - a.entry.count || (a.id < b.id ? -1 : 1))
  const { entries, nextCursor } = cut(rest, limit, ({ id, entry }) => ({ rank: entry.count, id }))
  return { entries: entries.map(({ entry }) => entry), nextCursor }
}

interface Found {
  source: SearchSource
  query: string
  unanswered: number
  results?: number
  ms?: number
}

function searchCount(same: readonly Found[]): SearchCount {
  const { source, query } = same[0] as Found
  const mean = (value: (found: Found) => number | undefined) =>
    source === 'assistant' ? null : same.reduce((sum, each) => sum + (value(each) ?? 0), 0) / same.length
  return {
    source,
    query,
    count: same.length,
    unanswered: same.reduce((sum, { unanswered }) => sum + unanswered, 0),
    withoutResults: source === 'assistant' ? null : same.filter(({ results }) => results === 0).length,
    meanResults: mean(({ results }) => results),
    meanMs: mean(({ ms }) => ms),
  }
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

export function cut<Entry>(
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

export function answerActivity(turns: readonly ThreadTurn[]): AnswerActivity[] {
  const groups = Map.groupBy(turns, ({ createdAt, outcome, model }) =>
    JSON.stringify([dayOf(createdAt), outcome, model]),
  )
  return [...groups.values()]
    .map((same) => {
      const { createdAt, outcome, model } = same[0] as ThreadTurn
      return {
        day: dayOf(createdAt),
        outcome,
        model,
        answers: same.length,
        inputTokens: same.reduce((sum, turn) => sum + turn.inputTokens, 0),
        outputTokens: same.reduce((sum, turn) => sum + turn.outputTokens, 0),
      }
    })
    .sort((a, b) => a.day - b.day || compareText(a.outcome, b.outcome) || compareText(a.model, b.model))
}

/** Midnight UTC. */
export function dayOf(time: number): number {
  return Math.floor(time / 86_400_000) * 86_400_000
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
