export type CalloutTone = 'note' | 'tip' | 'warning' | 'danger' | 'success'

/** Names that documentation generators give to callouts, by what they mean. */
export const CALLOUT_TONES: Readonly<Record<string, CalloutTone>> = {
  note: 'note',
  info: 'note',
  information: 'note',
  abstract: 'note',
  summary: 'note',
  important: 'note',
  seealso: 'note',
  question: 'note',
  example: 'note',
  quote: 'note',
  tldr: 'note',
  help: 'note',
  faq: 'note',
  cite: 'note',
  tip: 'tip',
  hint: 'tip',
  check: 'success',
  done: 'success',
  success: 'success',
  warning: 'warning',
  warn: 'warning',
  caution: 'warning',
  attention: 'warning',
  danger: 'danger',
  error: 'danger',
  bug: 'danger',
  failure: 'danger',
  fail: 'danger',
  missing: 'danger',
}

/** Words by which authors say what a callout is. */
export const CALLOUT_KINDS: ReadonlySet<string> = new Set(Object.keys(CALLOUT_TONES))
