import { eachNameKey } from '../keys/name-keys.ts'
import { hashed } from '../spaces/hashed.ts'
import { factOf } from './fact-keys.ts'
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
  readonly isCode: boolean
  readonly #keys: string[] = []
  readonly #words: string[] = []
  #options: ReadonlySet<number> | undefined
  #commands: ReadonlySet<number> | undefined

  constructor(isCode: boolean) {
    this.isCode = isCode
  }

  /** @param before the character before the key */
  add(key: string, before: string, isPlainWord = WORD.test(key)): void {
    if (isPlainWord) {
      if (this.isCode || /["'`]/.test(before)) this.#keys.push(key)
      if (this.isCode) this.#words.push(key)
    } else if ((key.includes(':') && QUANTITY.test(key)) || VERSION.test(key)) this.values.add(key)
    else {
      this.#keys.push(key)
      if (key.startsWith('-') && FLAG.test(key)) this.flags.add(key)
    }
  }

  /** Hashes of what may have a value. Most parts are never asked. */
  get options(): ReadonlySet<number> {
    this.#options ??= new Set(this.#keys.filter((key) => SUBJECT.test(key)).map(hashed))
    return this.#options
  }

  /** Hashes, also of short ones: a flag is known by its command. */
  get commands(): ReadonlySet<number> {
    this.#commands ??= new Set(this.#words.map(hashed))
    return this.#commands
  }
}

/**
 * The parts of a text in order, each with what takes the keys in it (undefined for data), before the next part is asked
 * for. From them come the facts (`factOf`): each value with the options that it belongs to, each flag with its commands.
 *
 * @param above what the whole page is about, such as its title and path
 */
export function* partsWithFacts(
  text: string,
  above: string,
  facts: Set<number>,
): Generator<{ start: number; text: string; said: Said | undefined }> {
  const page = new Said(true)
  eachNameKey(above, (key) => page.add(key, ''))
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
}

function addFacts({ values, flags }: Said, owners: readonly Said[], facts: Set<number>): void {
  const add = (subjects: ReadonlySet<number>, said: ReadonlySet<string>) => {
    const hashes = Array.from(said, hashed)
    for (const subject of subjects) for (const value of hashes) facts.add(factOf(subject, value))
  }
  if (values.size > 0 && values.size <= MOST_VALUES) {
    add(ANYTHING, values)
    add(
      firstOf(owners, (owner) => owner.options),
      values,
    )
  }
  if (flags.size > 0)
    add(
      firstOf(owners, (owner) => owner.commands),
      flags,
    )
}

const ANYTHING: ReadonlySet<number> = new Set([hashed('')])

function firstOf(owners: readonly Said[], of: (owner: Said) => ReadonlySet<number>): ReadonlySet<number> {
  const first = new Set<number>()
  let unread = MOST_SUBJECTS
  for (const owner of owners)
    for (const each of of(owner)) {
      if (unread-- === 0) return first
      first.add(each)
    }
  return first
}
