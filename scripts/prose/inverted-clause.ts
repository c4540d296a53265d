import { sentencesOf, type TextRule } from './text-rule.ts'

/** How a sentence begins whose subject is a clause, or that puts something else before its subject. */
const INVERTED: readonly RegExp[] = [
  /^Who(?:ever)? \w+ [^?]*\.$/,
  /^What (?:\w+ ){1,12}(?:is|are|was|were|has|have|may|can|must|stays|goes|comes|belongs|counts|stands|needs) [^?]*\.$/,
  /^Whatever (?:\w+ )+(?:is|are|has|may|can|must|stays|goes) [^?]*\.$/,
  /^(?:Of|From|To|With|By) (?:a|an|the|each|every|all) [^,]{3,60} (?:is|are|was|were) (?:kept|told|left|said|given|taken|known|shown|made)\b/,
  /^(?:Never|Not|Only then|Neither|Nor) (?:is|are|does|do|may|can|has|have)\b/,
]

/** Sentences that name what they are about too late: write the subject first. */
export const invertedClause: TextRule = ({ paragraph, kind }) =>
  kind === 'docstring'
    ? []
    : sentencesOf(paragraph)
        .filter((sentence) => INVERTED.some((pattern) => pattern.test(sentence)))
        .map((sentence) => `the subject comes late: "${sentence.slice(0, 70)}"`)
