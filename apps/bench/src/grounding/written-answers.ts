import { readFileSync } from 'node:fs'

/** A correct answer that somebody wrote after reading the documentation. */
export interface WrittenAnswer {
  question: string
  text: string
  /** Values that are one choice of many: another one is as right. */
  choices: readonly string[]
  /** Faults that somebody thought of, each in a text of its own. */
  planted: readonly PlantedFault[]
}

/** An invented name or a wrong number in place of what is right. */
export interface PlantedFault {
  text: string
  /** Where it differs from what is right. */
  start: number
  end: number
  is: string
  isNumber: boolean
}

/** `=== Question? | 8h, 2222`: the question, and the values that its answer chose freely. */
const OPENING = /^=== ([^|\n]+?)(?: \| (.+))?\n/gm
/** `~ --dry-run => --simulate`, behind the answer: a fault that takes the place of what is right. */
const PLANTED = /^~ (.+) => (.+)$/gm

/** Reads a file of answers. */
export function writtenAnswers(file: string): WrittenAnswer[] {
  const text = readFileSync(file, 'utf8')
  const openings = [...text.matchAll(OPENING)]
  if (openings.length === 0)
    throw new Error(`${file} has no answer: a line such as "=== How do I …?" begins one.`)
  return openings.map(({ 0: { length }, 1: question = '', 2: choices = '', index }, at) => {
    const whole = text.slice(index + length, openings[at + 1]?.index)
    const answer = whole.replace(PLANTED, '').trim()
    return {
      question,
      text: answer,
      choices: choices.split(', ').filter((choice) => choice !== ''),
      planted: [...whole.matchAll(PLANTED)].map(([, was = '', is = '']) => planted(answer, was, is, file)),
    }
  })
}

function planted(answer: string, was: string, is: string, file: string): PlantedFault {
  const at = answer.indexOf(was)
  if (at === -1) throw new Error(`${file} has no "${was}" that "${is}" could take the place of.`)
  const least = Math.min(was.length, is.length)
  let first = 0
  while (first < least && was[first] === is[first]) first++
  let last = 0
  while (last < least - first && was.at(-1 - last) === is.at(-1 - last)) last++
  const withoutNumbers = (text: string) => text.replace(/\d+/g, '0')
  return {
    text: answer.slice(0, at) + is + answer.slice(at + was.length),
    start: at + first,
    end: at + is.length - last,
    is,
    isNumber: withoutNumbers(was) === withoutNumbers(is),
  }
}
