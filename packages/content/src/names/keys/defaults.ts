/** `default: "info"`, "defaults to `info`", "The default is **false**". */
const BEHIND = /\bdefaults?\b(?: value)?[^.\n`*"'|]{0,30}?(?:`|\*\*|")([A-Za-z][\w./:-]{0,40})(?=`|\*\*|")/gi
/** "`info` by default", "`info` (the default)", "`info`, which is the default". */
const BEFORE =
  /(?:`|\*\*|")([A-Za-z][\w./:-]{0,40})(?:`|\*\*|")\s?,?\s?\(?(?:which is |is |as )?(?:by |the |its )?default\b(?! \w)/gi

/** Calls back with each word that a text calls a default, and its place. */
export function eachDefault(text: string, add: (value: string, at: number) => void): void {
  if (!/default/i.test(text)) return
  for (const { 0: whole, 1: value = '', index } of text.matchAll(BEHIND))
    add(value, index + whole.length - value.length)
  for (const { 0: whole, 1: value = '', index } of text.matchAll(BEFORE))
    add(value, index + whole.indexOf(value))
}

/** Of a word that is a default; of any, without one. */
export function defaultKey(value = ''): string {
  return `is:${value}`
}
