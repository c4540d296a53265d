import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinNeighbours, type Passage } from '@docent/content'
import { checkNames, EvidenceNames, type GroundedName, type NameEvidence, type NameIndex } from '@docent/core'
import { projectId } from '@docent/core/plugin'
import type { FileRetriever } from '@docent/retriever-files'
import { docentRetriever } from '../retrieval/engines/docent.ts'
import { DISGUISES } from './disguises.ts'
import type { Documentation } from './documentation.ts'
import {
  FAULT_KINDS,
  type FaultKind,
  type FaultyAnswer,
  type FoundFaults,
  injectFault,
  noFaults,
} from './faults.ts'
import { SeededRandom } from './random.ts'
import { stepTimes } from './step-times.ts'
import type { WrittenAnswer } from './written-answers.ts'

const PROJECT = projectId('bench')
const RETRIEVED = 8
/** Faults of one kind in one answer, at most, each in a text of its own. */
const MOST_FAULTS = 4
/** What a disguise hides. */
const NAMES = /(?<![\w-])--[a-z][a-z0-9-]{4,}|\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b[a-z]+(?:[A-Z][a-z]+)+\b/g

export interface WrittenFigures {
  answers: number
  names: number
  alarms: readonly { answer: WrittenAnswer; name: GroundedName }[]
  alarmed: number
  found: Readonly<FoundFaults<FaultKind>>
  missed: readonly { fault: FaultyAnswer; verdicts: string }[]
  /** Each number of prose and of tables changed. */
  numbers: { of: number; found: number }
  /** Invented names and wrong numbers that somebody thought of. */
  plantedNames: { of: number; found: number }
  plantedNumbers: { of: number; found: number }
  /** Invented names in other spellings, and those found. */
  disguised: { of: number; found: number }
  passed: readonly string[]
  /** Real names in other spellings, and those with an alarm. */
  dressed: { of: number; alarms: number }
  /** CPU time of each check while a long answer streams, and of the whole at its end. */
  stepMs: readonly number[]
  wholeMs: readonly number[]
}

/** Checks answers as the product does: over what its search finds for the question, and its whole index. */
export async function measureWritten(
  docs: Documentation,
  answers: readonly WrittenAnswer[],
  seed: number,
): Promise<WrittenFigures> {
  const directory = mkdtempSync(join(tmpdir(), 'grounding-written-'))
  const retriever = docentRetriever(directory)
  try {
    const writer = await retriever.begin(PROJECT)
    await writer.write(
      docs.pages.map((page) => ({
        page,
        passages: docs.passages.filter(({ pagePath }) => pagePath === page.path),
        hash: '1',
      })),
    )
    await writer.commit('r1')
    return await measure(docs, answers, retriever, new SeededRandom(seed))
  } finally {
    await retriever.stop()
    rmSync(directory, { recursive: true })
  }
}

async function measure(
  docs: Documentation,
  answers: readonly WrittenAnswer[],
  retriever: FileRetriever,
  random: SeededRandom,
): Promise<WrittenFigures> {
  const index: NameIndex = {
    lookUp: (names) => retriever.names(PROJECT, names),
    find: async (text) =>
      (await retriever.search(PROJECT, { text, limit: 12, perPage: 4 })).map(({ passage }) => ({
        above: aboveOf(passage),
        content: passage.content,
      })),
  }
  const alarms: { answer: WrittenAnswer; name: GroundedName }[] = []
  const missed: { fault: FaultyAnswer; verdicts: string }[] = []
  const passed: string[] = []
  const plantedNames = { of: 0, found: 0 }
  const plantedNumbers = { of: 0, found: 0 }
  const found = noFaults(FAULT_KINDS)
  const numbers = { of: 0, found: 0 }
  const disguised = { of: 0, found: 0 }
  const dressed = { of: 0, alarms: 0 }
  const stepMs: number[] = []
  const wholeMs: number[] = []
  let names = 0
  let alarmed = 0
  for (const answer of answers) {
    const evidence = await evidenceFor(answer.question, retriever)
    const check = async (text: string) => (await checkNames(text, evidence, index)).names
    const namesAt = async (fault: { text: string; start: number; end: number }) =>
      (await check(fault.text)).filter(({ start, end }) => start < fault.end && end > fault.start)
    const all = await check(answer.text)
    names += all.length
    const wrong = all.filter(isAlarm)
    if (wrong.length > 0) alarmed++
    for (const name of wrong) alarms.push({ answer, name })
    const { steps, whole } = await stepTimes(answer.text, evidence, index)
    stepMs.push(...steps)
    wholeMs.push(whole)
    for (const kind of FAULT_KINDS) {
      for (const fault of faultsOf(answer, kind, docs, random)) {
        found[kind].of++
        const there = await namesAt(fault)
        const isFound = there.some(
          (name) => isAlarm(name) || (kind === 'swapped option' && name.verdict === 'indexed'),
        )
        if (isFound) found[kind].found++
        else missed.push({ fault, verdicts: verdictsOf(there) })
      }
    }
    for (const fault of numberFaults(answer, random)) {
      numbers.of++
      const there = await namesAt(fault)
      if (there.some(isAlarm)) numbers.found++
      else missed.push({ fault, verdicts: verdictsOf(there) })
    }
    for (const fault of answer.planted) {
      const of = fault.isNumber ? plantedNumbers : plantedNames
      of.of++
      const there = await namesAt(fault)
      if (there.some(fault.isNumber ? isAlarm : isInvented)) of.found++
      else passed.push(`planted: ${fault.is} [${verdictsOf(there)}]`)
    }
    for (const name of new Set(answer.text.match(NAMES))) {
      if (!docs.names.has(name) || /^my[A-Z]/.test(name)) continue
      const invented = `${name}${name.startsWith('-') ? '-native' : /^[A-Z]/.test(name) ? '_NATIVE' : 'Native'}`
      for (const [way, disguise] of Object.entries(DISGUISES)) {
        const said = async (what: string) =>
          (await check(`${answer.text}\n\nLast, there is ${disguise(what)} as well.`)).filter(
            ({ start }) => start > answer.text.length,
          )
        disguised.of++
        if ((await said(invented)).some(isAlarm)) disguised.found++
        else passed.push(`${way}: ${disguise(invented)}`)
        dressed.of++
        if ((await said(name)).some(isAlarm) && !wrong.some(({ text }) => text === name)) dressed.alarms++
      }
    }
  }
  return {
    answers: answers.length,
    names,
    alarms,
    alarmed,
    found,
    missed,
    numbers,
    plantedNames,
    plantedNumbers,
    disguised,
    passed,
    dressed,
    stepMs,
    wholeMs,
  }
}

/** Faults in different places, and in none whose value was chosen freely. */
function faultsOf(
  { text, choices }: WrittenAnswer,
  kind: FaultKind,
  docs: Documentation,
  random: SeededRandom,
): FaultyAnswer[] {
  const free = new Set(choices.flatMap((choice) => placesOf(text, choice)))
  const faults = new Map<number, FaultyAnswer>()
  for (let attempt = 0; attempt < MOST_FAULTS * 3 && faults.size < MOST_FAULTS; attempt++) {
    const fault = injectFault(text, kind, docs, random, (offset) => !free.has(offset) && !faults.has(offset))
    if (fault === undefined) break
    // Of names that the answer gives itself another spelling is as right.
    if (kind === 'renamed key' && !docs.names.has(fault.was)) continue
    faults.set(fault.start, fault)
  }
  return [...faults.values()]
}

const FENCES = /^```[^\n]*\n[\s\S]*?^```$/gm
/** No part of a name, no version, no number of an item, and no field of a schedule. */
const NUMBER =
  /(?<![\w.:/@*#-]|\d,|^[ \t]*)(\d+(?:\.\d+)?)(?!\w*[A-Za-z]\d|[\w.:/-]*[A-Za-z_]{3}|[.:/-]\d|\w*\.\w)(?!(?: [\d*]{1,4}){1,3} \*)/gm

/** The answer with one number of its prose changed, for each that is no choice. */
function numberFaults({ text, choices }: WrittenAnswer, random: SeededRandom): FaultyAnswer[] {
  const prose = text.replace(FENCES, (fence) => ' '.repeat(fence.length))
  const free = new Set(choices.flatMap((choice) => placesOf(text, choice)))
  return [...prose.matchAll(NUMBER)].flatMap(({ 1: was = '', index }) => {
    if (free.has(index) || /^(?:19|20)\d\d$/.test(was)) return []
    const value = Number(was)
    const is = String(random.pick([value * 2 + 1, value * 10 + 5, value + 3]) ?? value + 1)
    const wrong = text.slice(0, index) + is + text.slice(index + was.length)
    return [{ kind: 'wrong default', text: wrong, start: index, end: index + is.length, was, is }]
  })
}

/** Where a value stands as a whole. */
function placesOf(text: string, value: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1))
    if (!/[\w.]/.test(text[at - 1] ?? '') && !/\w/.test(text[at + value.length] ?? '')) places.push(at)
  return places
}

async function evidenceFor(question: string, retriever: FileRetriever): Promise<NameEvidence> {
  const passages = new EvidenceNames()
  const found = await retriever.search(PROJECT, { text: question, limit: 2 * RETRIEVED })
  for (const [at, { passage }] of joinNeighbours(found).slice(0, RETRIEVED).entries())
    passages.add(at + 1, aboveOf(passage), passage.content)
  const asked = new EvidenceNames()
  asked.add(0, '', question)
  return { passages, asked, isCited: () => true }
}

function aboveOf({ title, headings, pagePath }: Passage): string {
  return [title, ...headings, pagePath].join('\n')
}

function verdictsOf(names: readonly GroundedName[]): string {
  return names.map(({ verdict }) => verdict).join(' ')
}

function isInvented({ verdict }: GroundedName): boolean {
  return verdict === 'invented'
}

function isAlarm({ verdict, unconfirmedWith }: GroundedName): boolean {
  return verdict === 'invented' || unconfirmedWith !== undefined
}
