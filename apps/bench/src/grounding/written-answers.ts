import { readFileSync } from 'node:fs'

/** A correct answer that somebody wrote after reading the documentation. */
export interface WrittenAnswer {
  question: string
  text: string
  /** Values that are one choice of many: another one is as right. */
  choices: readonly string[]
}

/** `=== Question? | 8h, 2222`: the question, and the values that its answer chose freely. */
const OPENING = /^=== ([^|\n]+?)(?: \| (.+))?\n/gm

/** Reads a file of answers. */
export function writtenAnswers(file: string): WrittenAnswer[] {
  const text = readFileSync(file, 'utf8')
  const openings = [...text.matchAll(OPENING)]
  if (openings.length === 0)
    throw new Error(`${file} has no answer: a line such as "=== How do I …?" begins one.`)
  return openings.map(({ 0: { length }, 1: question = '', 2: choices = '', index }, at) => ({
    question,
    text: text.slice(index + length, openings[at + 1]?.index).trim(),
    choices: choices.split(', ').filter((choice) => choice !== ''),
  }))
}
