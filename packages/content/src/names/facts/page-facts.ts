import { eachNameKey } from '../keys/name-keys.ts'
import { factKey } from './fact-keys.ts'
import { TextLayout } from './text-layout.ts'

const QUANTITY = /^is:|^(?:[a-z]+(?:\/s)?):-?[\d.e+-]+$/
const VERSION = /^v?\d{1,4}(?:\.\d{1,8}){1,3}/
const FLAG = /^--?[A-Za-z]/
const WORD = /^[A-Za-z]?[a-z]*$/
/** What may have a value: no path, no command, no base. */
const SUBJECT = /^[-@$\w][\w.$:@-]{1,60}(?<!\.)$/
const NO_HEADING = 7
/** With more of them a part is data. */
const MOST_VALUES = 60
const MOST_SUBJECTS = 80
/** Longer ones are data. */
const LONGEST_PART = 8_000
/** Characters that are read in one go, some ms. */
const STRETCH = 20_000

/** What a part says by itself. */
interface Said {
  values: ReadonlySet<string>
  flags: ReadonlySet<string>
  options: readonly string[]
  /** Also short ones: a flag is known by its command. */
  commands: readonly string[]
}

const NOTHING: Said = { values: new Set(), flags: new Set(), options: [], commands: [] }

/**
 * Calls back with the facts of a page (`factKey`): each value with the options that it belongs to, each
 * flag with its commands. It pauses after each stretch of the page.
 *
 * @param above what the whole page is about, such as its title and path
 */
export function* eachFact(text: string, above: string, add: (key: string) => void): Generator<void> {
  const page = saidBy(above, true)
  const parts: Said[] = []
  const headings: { level: number; said: Said }[] = []
  let unread = STRETCH
  for (const { text: part, isCode, level, owners } of new TextLayout(text).parts()) {
    const said = part.length > LONGEST_PART ? NOTHING : saidBy(part, isCode || level < NO_HEADING)
    parts.push(said)
    while ((headings.at(-1)?.level ?? 0) >= level) headings.pop()
    if (said.values.size > 0 || said.flags.size > 0) {
      const near = owners().map((owner) => parts[owner] ?? page)
      addFacts(said, [said, ...near, page, ...headings.map((heading) => heading.said)], add)
    }
    if (level < NO_HEADING) headings.push({ level, said })
    unread -= Math.min(part.length, LONGEST_PART)
    if (unread < 0) {
      unread = STRETCH
      yield
    }
  }
}

function addFacts({ values, flags }: Said, owners: readonly Said[], add: (key: string) => void): void {
  if (values.size > 0 && values.size <= MOST_VALUES) {
    const options = new Set(owners.flatMap((each) => each.options).slice(0, MOST_SUBJECTS))
    for (const value of values) for (const subject of ['', ...options]) add(factKey(subject, value))
  }
  if (flags.size === 0) return
  const commands = new Set(owners.flatMap((each) => each.commands).slice(0, MOST_SUBJECTS))
  for (const flag of flags) for (const command of commands) add(factKey(command, flag))
}

function saidBy(text: string, isCode: boolean): Said {
  const values = new Set<string>()
  const flags = new Set<string>()
  const options = new Set<string>()
  const commands = new Set<string>()
  eachNameKey(text, (key, at) => {
    if (QUANTITY.test(key) || VERSION.test(key)) values.add(key)
    else if (SUBJECT.test(key) && (isCode || !WORD.test(key) || /["'`]/.test(text[at - 1] ?? '')))
      options.add(key)
    if (FLAG.test(key)) flags.add(key)
    else if (isCode && WORD.test(key)) commands.add(key)
  })
  return { values, flags, options: [...options], commands: [...commands] }
}
