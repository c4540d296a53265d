import { sentencesOf, type TextRule } from './text-rule.ts'

/** A reader loses a sentence of more words than this. */
export const MOST_WORDS = { page: 34, message: 40, docstring: 46 } as const

/** Sentences that are too long to be understood at the first reading. */
export const longSentence: TextRule = ({ paragraph, kind }) =>
  sentencesOf(paragraph).flatMap((sentence) => {
    // A list in brackets, or code, is read as one thing.
    const words = sentence
      .replace(/\([^)]*\)/g, ' ')
      .split(/\s+/)
      .filter((word) => /\w/.test(word)).length
    return words > MOST_WORDS[kind]
      ? [`${words} words in one sentence, at most ${MOST_WORDS[kind]}: "${start(sentence)}"`]
      : []
  })

function start(sentence: string): string {
  return `${sentence.split(/\s+/).slice(0, 8).join(' ')} …`
}
