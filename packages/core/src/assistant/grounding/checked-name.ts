import type { FoundName } from '@docent/content'
import type { IndexProof } from './index-proof.ts'

export interface CheckedName {
  name: FoundName
  /** By the evidence alone; undefined when it has nothing. */
  verdict: 'cited' | 'retrieved' | 'asked' | undefined
  passage?: number
  /** What only the index knows. */
  open: IndexProof
}

/** What the nearest real name is looked for. */
export function suggestedFor({ text, keys: [first = text] }: FoundName): string {
  return first
}
