import { createHash } from 'node:crypto'
import { normalizedQuery } from '../../domain/normalized-query.ts'
import type { UnansweredQuestion } from '../../ports/thread-reports.ts'
import { followedQuestion, needsEarlier } from './follow-ups.ts'
import { questionTerms } from './question-terms.ts'

/** Questions about one thing that the docs do not say. */
export interface QuestionGap {
  /** Stays the same while its first question is among those that are looked at. */
  id: string
  /** Its most frequent wording, with the question that it follows. */
  title: string
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

/** Questions that belong together, as they were asked. */
export interface QuestionGroup {
  /** What its first question is about. */
  terms: readonly string[]
  asked: AskedQuestion[]
}

export interface AskedQuestion {
  question: UnansweredQuestion
  follows: string | null
  terms: ReadonlyMap<string, string>
}

export interface GapDay {
  day: number
  count: number
}

export interface GapQuestion {
  question: string
  /** Of a follow-up such as "And how do I undo it?": the question that it is about. */
  follows: string | null
  count: number
  /** Thread of its newest asking. */
  threadId: string
}

/** Share of terms (Dice) from which a question is about the same as the first of a group. */
const SAME = 0.5
const MAX_TERMS = 5
const DAY_MS = 86_400_000

/**
 * Groups questions by the terms they share, without a model: the oldest question begins a group, and each later one
 * joins the group whose first question it shares most terms with. The same questions give the same groups. A follow-up
 * counts with the question that it is about.
 */
export function groupQuestions(questions: readonly UnansweredQuestion[]): QuestionGroup[] {
  const groups: QuestionGroup[] = []
  const byTerm = new Map<string, QuestionGroup[]>()
  for (const question of questions.toSorted(oldestFirst)) {
    const asked = askedQuestion(question)
    if (asked === undefined) continue
    const terms = [...asked.terms.keys()]
    const group = nearest(terms, byTerm)
    if (group) group.asked.push(asked)
    else {
      const begun: QuestionGroup = { terms, asked: [asked] }
      groups.push(begun)
      for (const term of begun.terms) byTerm.set(term, [...(byTerm.get(term) ?? []), begun])
    }
  }
  return groups
}

/** With what it is about; undefined for one that says nothing without a question that nobody knows. */
export function askedQuestion(question: UnansweredQuestion): AskedQuestion | undefined {
  const follows = followedQuestion(question.question, question.earlier)
  if (follows === null && needsEarlier(question.question)) return undefined
  return { question, follows, terms: questionTerms([follows, question.question].join(' ')) }
}

/** True for terms of which enough are shared to be about the same. */
export function isAboutSame(terms: readonly string[], others: readonly string[]): boolean {
  const known = new Set(others)
  return shareOf(terms.filter((term) => known.has(term)).length, terms, others) >= SAME
}

function shareOf(shared: number, terms: readonly string[], others: readonly string[]): number {
  return (2 * shared) / (terms.length + others.length)
}

/** Of two that are equally near, the older. */
function nearest(
  terms: readonly string[],
  byTerm: ReadonlyMap<string, QuestionGroup[]>,
): QuestionGroup | undefined {
  const shared = new Map<QuestionGroup, number>()
  for (const term of terms)
    for (const group of byTerm.get(term) ?? []) shared.set(group, (shared.get(group) ?? 0) + 1)
  let best: QuestionGroup | undefined
  let bestShare = 0
  for (const [group, count] of shared) {
    const share = shareOf(count, terms, group.terms)
    const isOlder = best !== undefined && share === bestShare && firstOf(group) < firstOf(best)
    if (share >= SAME && (share > bestShare || isOlder)) {
      best = group
      bestShare = share
    }
  }
  return best
}

function firstOf(group: QuestionGroup): number {
  return group.asked[0]?.question.createdAt ?? 0
}

export function asGap({ terms, asked }: QuestionGroup): QuestionGap {
  const times = asked.map(({ question }) => question.createdAt)
  const questions = wordings(asked)
  return {
    id: createHash('sha256').update(JSON.stringify(terms)).digest('hex').slice(0, 16),
    title: questions[0] ? wordingOf(questions[0]) : '',
    terms: mostFrequent(asked.flatMap((each) => [...each.terms])).slice(0, MAX_TERMS),
    count: asked.length,
    firstAskedAt: Math.min(...times),
    lastAskedAt: Math.max(...times),
    days: countDays(times),
    questions,
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

function wordings(asked: readonly AskedQuestion[]): GapQuestion[] {
  const known = new Map<string, GapQuestion>()
  for (const { question: turn, follows } of asked) {
    const { question, threadId } = turn
    const wording = normalizedQuery(wordingOf({ question, follows }))
    const count = (known.get(wording)?.count ?? 0) + 1
    known.set(wording, { question, follows, count, threadId })
  }
  return [...known.values()].sort((a, b) => b.count - a.count)
}

function wordingOf({ question, follows }: Pick<GapQuestion, 'question' | 'follows'>): string {
  return follows === null ? question : `${follows} → ${question}`
}

function oldestFirst(a: UnansweredQuestion, b: UnansweredQuestion): number {
  return a.createdAt - b.createdAt || (a.turnId < b.turnId ? -1 : 1)
}
