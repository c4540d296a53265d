import { split } from 'sentence-splitter'
import type { TextKind } from './collect-texts.ts'

/** Looks at one paragraph in plain text (code in it has become the word CODE), and says what is wrong with it. */
export type TextRule = (text: { paragraph: string; kind: TextKind }) => string[]

export function sentencesOf(paragraph: string): string[] {
  return split(paragraph).flatMap((node) =>
    node.type === 'Sentence' ? [node.raw.replace(/\s+/g, ' ').trim()] : [],
  )
}
