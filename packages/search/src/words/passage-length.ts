import { FIELD_WEIGHTS, FIELDS, type PassageTerms } from './passage-terms.ts'

/** Steps for each doubling of a length: neighbours differ by 4%, which BM25 hardly notices. */
const STEPS_A_DOUBLING = 16
const MOST_STEP = 255

/** The length of a passage in terms, each counted as its field counts. */
export function weighedLength(terms: PassageTerms): number {
  return FIELDS.reduce((sum, field) => sum + FIELD_WEIGHTS[field] * terms[field].length, 0)
}

/** A length in one byte. */
export function lengthStep(length: number): number {
  return Math.min(MOST_STEP, Math.round(STEPS_A_DOUBLING * Math.log2(1 + length)))
}

/** The length that a byte stands for. */
export function lengthOfStep(step: number): number {
  return 2 ** (step / STEPS_A_DOUBLING) - 1
}
