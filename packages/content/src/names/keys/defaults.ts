/** `default: "info"`, "defaults to `info`", "The default is **false**". */
const BEHIND = /\bdefaults?\b(?: value)?[^.\n`*"'|]{0,30}?(?:`|\*\*|")([A-Za-z][\w./:-]{0,40})(?=`|\*\*|")/gi
/** "`info` by default", "`info` (the default)", "`info`, which is the default". */
const BEFORE =
  /(?:`|\*\*|")([A-Za-z][\w./:-]{0,40})(?:`|\*\*|")\s?,?\s?\(?(?:which is |is |as )?(?:by |the |its )?default\b(?! \w)/gi

/** "default: 8", "defaults to `30s`", "By default, it retries 3 times". */
const NUMBER_BEHIND = /\bdefaults?\b(?: value)?[^.\n|;\d]{0,40}?(?<![\w.-])(-?\d)/gi
/** "`30s` by default", "8 (the default)", "10 # default". */
const NUMBER_BEFORE =
  /(?<![\w.-])(-?\d[\w.,]{0,12}(?: [a-z]{1,12})?)[`"'*]{0,3}(?: [a-z]{1,8})?[ ,]{0,3}(?:[(#]|\/\/)? ?(?:(?:which is |is |as |are )?(?:by |the |its )?default\b(?! \w)|(?:unless|if) you (?:set|change|configure|don't)\b)/gi

/** Calls back with the place of each number that a text calls a default. */
export function eachDefaultNumber(text: string, add: (at: number) => void): void {
  if (!/default|\b(?:unless|if) you\b/i.test(text)) return
  const taken = new Set<number>()
  for (const { 0: whole, index } of text.matchAll(NUMBER_BEFORE)) {
    add(index)
    taken.add(index + whole.length)
  }
  for (const { 0: whole, 1: digit = '', index } of text.matchAll(NUMBER_BEHIND))
    if (!taken.has(index + 'default'.length)) add(index + whole.length - digit.length)
  if (text.includes('|')) eachDefaultOfTables(text, NUMBER_CELL, (_value, at) => add(at))
}

/** Calls back with each word that a text calls a default, and its place. */
export function eachDefault(text: string, add: (value: string, at: number) => void): void {
  if (!/default/i.test(text)) return
  for (const { 0: whole, 1: value = '', index } of text.matchAll(BEHIND))
    add(value, index + whole.length - value.length)
  for (const { 0: whole, 1: value = '', index } of text.matchAll(BEFORE))
    add(value, index + whole.indexOf(value))
  if (text.includes('|')) eachDefaultOfTables(text, WORD, add)
}

const ROW = /^[ \t>]*\|/
const WORD = /^[ \t]*[`"'*]{0,3}([A-Za-z][\w./:-]{0,40})[`"'*]{0,3}[ \t]*$/
const NUMBER_CELL = /^[ \t]*[`"'*]{0,3}(-?\d[\w.]{0,20})[`"'*]{0,3}(?:[ \t]\([^()]{0,60}\))?[ \t]*$/
const NOTHING = /^(?:none|required|optional|varies|n\/a|unset)$/i

/** The values in columns that are headed "Default". */
function eachDefaultOfTables(text: string, cell: RegExp, add: (value: string, at: number) => void): void {
  let column: number | undefined
  let isTable = false
  for (let at = 0; at <= text.length; ) {
    const newline = text.indexOf('\n', at)
    const end = newline === -1 ? text.length : newline
    const isRow = text[at] !== '\n' && ROW.test(text.slice(at, Math.min(end, at + 40)))
    if (isRow) {
      const cells = text.slice(at, end).split('|')
      if (!isTable) column = cells.findIndex((cell) => /^[ \t*]*defaults?(?: value)?[ \t*]*$/i.test(cell))
      else if (column !== undefined && column > 0) {
        const [, value = ''] = cell.exec(cells[column] ?? '') ?? []
        const before = cells.slice(0, column).join('|').length + 1
        if (value !== '' && !NOTHING.test(value))
          add(value, at + before + (cells[column] ?? '').indexOf(value))
      }
    }
    isTable = isRow
    at = end + 1
  }
}

/** Of a value that is a default; of any word, without one. */
export function defaultKey(value = ''): string {
  return `is:${value}`
}

/** Of any number that is a default. */
export const DEFAULT_NUMBER = defaultKey('#')
