import { createHash } from 'node:crypto'
import { normalizedQuery } from '../../domain/normalized-query.ts'
import type { UnansweredQuestion } from '../../ports/thread-reports.ts'
import { questionTerms } from './question-terms.ts'

/** Questions about one thing that the docs do not say. */
export interface QuestionGap {
  /** Stays the same while its first question is among those that are looked at. */
  id: string
  /** Words that most of its questions share. */
  terms: string[]
  /** Times it was asked for. */
  count: number
  firstAskedAt: number
  lastAskedAt: number
  /** The days on which it was asked, the oldest first; midnight UTC, milliseconds. */
  days: GapDay[]
  /** Each wording once, the most frequent first. */
  questions: GapQuestion[]
}

export interface GapDay {
  day: number
  count: number
}

export interface GapQuestion {
  question: string
  count: number
  /** Thread of its newest asking. */
  threadId: string
}

/** Share of terms (Dice) from which a question is about the same as the first of a group. */
const SAME = 0.5
const MAX_TERMS = 5
const DAY_MS = 86_400_000

interface Group {
  terms: readonly string[]
  asked: { question: UnansweredQuestion; terms: ReadonlyMap<string, string> }[]
}

/**
 * Groups questions by the terms they share, without a model: the oldest question begins a group, and each later one
 * joins the group whose first question it shares most terms with. The same questions give the same groups.
 */
export function groupQuestions(questions: readonly UnansweredQuestion[]): QuestionGap[] {
  const groups: Group[] = []
  const byTerm = new Map<string, Group[]>()
  for (const question of questions.toSorted(oldestFirst)) {
    const terms = questionTerms(question.question)
    // Only punctuation: it has no topic.
    if (terms.size === 0) continue
    const group = nearest([...terms.keys()], byTerm)
    if (group) group.asked.push({ question, terms })
    else {
      const begun: Group = { terms: [...terms.keys()], asked: [{ question, terms }] }
      groups.push(begun)
      for (const term of begun.terms) byTerm.set(term, [...(byTerm.get(term) ?? []), begun])
    }
  }
  return groups.map(asGap).sort((a, b) => b.count - a.count || b.lastAskedAt - a.lastAskedAt)
}

/** Of two that are equally near, the older. */
function nearest(terms: readonly string[], byTerm: ReadonlyMap<string, Group[]>): Group | undefined {
  const shared = new Map<Group, number>()
  for (const term of terms)
    for (const group of byTerm.get(term) ?? []) shared.set(group, (shared.get(group) ?? 0) + 1)
  let best: Group | undefined
  let bestShare = 0
  for (const [group, count] of shared) {
    const share = (2 * count) / (terms.length + group.terms.length)
    const isOlder = best !== undefined && share === bestShare && firstOf(group) < firstOf(best)
    if (share >= SAME && (share > bestShare || isOlder)) {
      best = group
      bestShare = share
    }
  }
  return best
}

function firstOf(group: Group): number {
  return group.asked[0]?.question.createdAt ?? 0
}

function asGap({ terms, asked }: Group): QuestionGap {
  const times = asked.map(({ question }) => question.createdAt)
  return {
    id: createHash('sha256').update(JSON.stringify(terms)).digest('hex').slice(0, 16),
    terms: mostFrequent(asked.flatMap((each) => [...each.terms])).slice(0, MAX_TERMS),
    count: asked.length,
    firstAskedAt: Math.min(...times),
    lastAskedAt: Math.max(...times),
    days: countDays(times),
    questions: wordings(asked.map(({ question }) => question)),
  }
}

function countDays(times: readonly number[]): GapDay[] {
  const counts = new Map<number, number>()
  for (const time of times.toSorted((a, b) => a - b)) {
    const day = Math.floor(time / DAY_MS) * DAY_MS
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return [...counts].map(([day, count]) => ({ day, count }))
}

/** Each term by the word that it was first. */
function mostFrequent(terms: readonly (readonly [term: string, word: string])[]): string[] {
  const counts = new Map<string, { word: string; count: number }>()
  for (const [term, word] of terms) {
    const known = counts.get(term)
    if (known) known.count++
    else counts.set(term, { word, count: 1 })
  }
  return [...counts]
    .sort(([a, m], [b, n]) => n.count - m.count || (a < b ? -1 : 1))
    .map(([, { word }]) => word)
}

function wordings(asked: readonly UnansweredQuestion[]): GapQuestion[] {
  const known = new Map<string, GapQuestion>()
  for (const { question, threadId } of asked) {
    const wording = normalizedQuery(question)
    const count = (known.get(wording)?.count ?? 0) + 1
    known.set(wording, { question, count, threadId })
  }
  return [...known.values()].sort((a, b) => b.count - a.count)
}

function oldestFirst(a: UnansweredQuestion, b: UnansweredQuestion): number {
  return a.createdAt - b.createdAt || (a.turnId < b.turnId ? -1 : 1)
}
