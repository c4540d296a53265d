import { factNumber, isFact } from '@docent/content'
import { checkNames, EvidenceNames, type GroundedName, type NameEvidence, type NameIndex } from '@docent/core'
import { type ComposedAnswer, composeAnswers } from './compose-answer.ts'
import type { Documentation } from './documentation.ts'
import {
  FAULT_KINDS,
  type FaultKind,
  type FaultyAnswer,
  type FoundFaults,
  injectFault,
  isProposed,
  noFaults,
} from './faults.ts'
import { SeededRandom } from './random.ts'

export interface FalseAlarm {
  documentation: string
  name: GroundedName
  /** The text around it. */
  around: string
}

export interface MissedFault {
  documentation: string
  fault: FaultyAnswer
  verdict: string
}

export interface GroundingFigures {
  answers: number
  names: number
  /** Names called invented or unconfirmed in correct answers. */
  alarms: readonly FalseAlarm[]
  /** Correct answers with at least one. */
  alarmed: number
  found: Readonly<FoundFaults<FaultKind>>
  missed: readonly MissedFault[]
}

/** Checks correct answers over real passages, and each with one fault of every kind that it has a place for. */
export async function measureGrounding(
  docs: Documentation,
  seed: number,
  count: number,
): Promise<GroundingFigures> {
  const random = new SeededRandom(seed)
  const lookUp = lookUpIn(docs)
  const alarms: FalseAlarm[] = []
  const missed: MissedFault[] = []
  const found = noFaults(FAULT_KINDS)
  let names = 0
  let alarmed = 0
  const answers = composeAnswers(docs, random, count)
  for (const answer of answers) {
    const evidence = evidenceOf(answer)
    const grounding = await checkNames(answer.text, evidence, lookUp)
    names +=
      Object.values(grounding.counts).reduce((sum, each) => sum + each, 0) - grounding.counts.unconfirmed
    const wrong = grounding.names.filter(isAlarm)
    if (wrong.length > 0) alarmed++
    for (const name of wrong) {
      const around = answer.text.slice(Math.max(0, name.start - 60), name.end + 40)
      alarms.push({ documentation: docs.name, name, around })
    }
    for (const kind of FAULT_KINDS) {
      const isClaim = (offset: number) => kind !== 'wrong default' || !isProposed(answer.text, offset)
      const isPlace = (offset: number) => offset < answer.end && isClaim(offset)
      const fault = injectFault(answer.text, kind, docs, random, isPlace)
      if (fault === undefined || isNoFault(fault, answer)) continue
      found[kind].of++
      const checked = await checkNames(fault.text, evidence, lookUp)
      const there = checked.names.filter(({ start, end }) => start < fault.end && end > fault.start)
      if (there.some((name) => isAlarm(name) || (kind === 'swapped option' && name.verdict === 'indexed')))
        found[kind].found++
      else
        missed.push({
          documentation: docs.name,
          fault,
          verdict: there.map(({ verdict }) => verdict).join(' '),
        })
    }
  }
  return { answers: answers.length, names, alarms, alarmed, found, missed }
}

/** Answers as the retriever does. */
export function lookUpIn({ names: all, facts }: Pick<Documentation, 'names' | 'facts'>): NameIndex {
  const isKnown = (name: string) => (isFact(name) ? facts.has(factNumber(name)) : all.has(name))
  return { lookUp: async (names) => new Map(names.map((name) => [name, { isKnown: isKnown(name) }])) }
}

export function evidenceOf({ passages }: Pick<ComposedAnswer, 'passages'>): NameEvidence {
  const names = new EvidenceNames()
  for (const [at, { title, headings, pagePath, content }] of passages.entries())
    names.add(at + 1, [title, ...headings, pagePath].join('\n'), content)
  return { passages: names, asked: new EvidenceNames(), isCited: (passage) => passage === 1 }
}

function isAlarm({ verdict, unconfirmedWith }: GroundedName): boolean {
  return verdict === 'invented' || unconfirmedWith !== undefined
}

/**
 * An option that the cited passage has itself, in the place of another of its own, may be right; so may any repository
 * in the place of one that stands for the reader's.
 */
function isNoFault({ kind, was, is }: FaultyAnswer, { passages: [cited] }: ComposedAnswer): boolean {
  if (kind === 'wrong URL') return /^https:\/\/github\.com\/acme\//.test(was)
  return kind === 'swapped option' && cited?.content.includes(is) === true
}
