/** A sentence without list mark, `please`, `could you` and the like at its start. */
export function withoutOpening(sentence: string): string {
  let text = sentence.trim().replace(/^(?:[-*•]|\d+[.)])\s+/, '')
  // A person says it a few times, not a thousand.
  for (let round = 0; round < 8; round++) {
    const next = text.replace(
      /^(?:please|kindly|hi|hello|hey|ok(?:ay)?|now|then|next|also|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|lastly|and|after that|afterwards|additionally|(?:can|could|would|will) you(?: please)?|i(?:'d| would)? (?:want|like|need)(?: you)? to|we (?:want|need) to|you should|let's|let us)\b[\s,:!]*/i,
      '',
    )
    if (next === text) break
    text = next
  }
  return text
}

/** A sentence without its last marks and a `please` before them. */
export function withoutClosing(text: string): string {
  return text.replace(/(?:,? please|(?<![\s.!?;,]))[\s.!?;,]*$/i, '')
}
