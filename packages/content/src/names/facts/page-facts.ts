import { eachNameKey } from '../keys/name-keys.ts'
import { factOf, hashedSubject, keyOfFact } from './fact-keys.ts'
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

/** What a part says by itself. */
class Said {
  readonly values = new Set<string>()
  readonly flags = new Set<string>()
  readonly options = new Set<string>()
  /** Also short ones: a flag is known by its command. */
  readonly commands = new Set<string>()
  readonly isCode: boolean

  constructor(isCode: boolean) {
    this.isCode = isCode
  }

  /** @param before the character before the key */
  add(key: string, before: string, isPlainWord = WORD.test(key)): void {
    if (!isPlainWord) {
      if ((key.includes(':') && QUANTITY.test(key)) || VERSION.test(key)) this.values.add(key)
      else if (SUBJECT.test(key)) this.options.add(key)
      if (FLAG.test(key)) this.flags.add(key)
    } else if (this.isCode) {
      if (SUBJECT.test(key)) this.options.add(key)
      this.commands.add(key)
    } else if (/["'`]/.test(before) && SUBJECT.test(key)) this.options.add(key)
  }
}

/**
 * The parts of a text in order, each with what takes the keys in it (undefined for data), before the next part is asked
 * for. From them come the facts (`factKey`): each value with the options that it belongs to, each flag with its commands.
 *
 * @param above what the whole page is about, such as its title and path
 */
export function* partsWithFacts(
  text: string,
  above: string,
  addFact: (key: string) => void,
): Generator<{ start: number; text: string; said: Said | undefined }> {
  const page = new Said(true)
  eachNameKey(above, (key) => page.add(key, ''))
  const facts = new Set<number>()
  const parts: Said[] = []
  const headings: { level: number; said: Said }[] = []
  for (const { text: part, start, isCode, level, owners } of new TextLayout(text).parts()) {
    const said = new Said(isCode || level < NO_HEADING)
    yield { start, text: part, said: part.length > LONGEST_PART ? undefined : said }
    parts.push(said)
    while ((headings.at(-1)?.level ?? 0) >= level) headings.pop()
    if (said.values.size > 0 || said.flags.size > 0) {
      const near = owners().map((owner) => parts[owner] ?? page)
      addFacts(said, [said, ...near, page, ...headings.map((heading) => heading.said)], facts)
    }
    if (level < NO_HEADING) headings.push({ level, said })
  }
  for (const fact of facts) addFact(keyOfFact(fact))
}

function addFacts({ values, flags }: Said, owners: readonly Said[], facts: Set<number>): void {
  const add = (subjects: Iterable<string>, said: Iterable<string>) => {
    for (const subject of subjects) {
      const hash = hashedSubject(subject)
      for (const value of said) facts.add(factOf(hash, value))
    }
  }
  if (values.size > 0 && values.size <= MOST_VALUES)
    add(['', ...firstOf(owners.map(({ options }) => options))], values)
  if (flags.size > 0) add(firstOf(owners.map(({ commands }) => commands)), flags)
}

function firstOf(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const first = new Set<string>()
  let unread = MOST_SUBJECTS
  for (const set of sets)
    for (const each of set) {
      if (unread-- === 0) return first
      first.add(each)
    }
  return first
}
