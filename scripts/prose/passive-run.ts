import passive from 'passive-voice'
import { sentencesOf, type TextRule } from './text-rule.ts'

/** Passive sentences in a row after which a reader no longer knows who acts. */
const MOST_IN_A_ROW = 2

/** Several passive sentences one after another: say who does what. */
export const passiveRun: TextRule = ({ paragraph, kind }) => {
  if (kind === 'docstring') return []
  let run = 0
  for (const sentence of sentencesOf(paragraph)) {
    run = passive(sentence).length > 0 ? run + 1 : 0
    if (run > MOST_IN_A_ROW) return [`${run} passive sentences in a row, up to "${sentence.slice(0, 60)}"`]
  }
  return []
}
