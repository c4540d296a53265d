import {
  anchorKeys,
  eachCommandKey,
  eachHeadedCommand,
  eachHeadingKey,
  eachNameKey,
  isSpaceKey,
  markdownRegions,
  seenText,
  TextLayout,
} from '@docent/content'

/** A passage number and a place in it, as one number. */
const PLACES_A_TEXT = 10_000_000
/** A name that stands more often in one text is near everything anyway. */
const MOST_PLACES = 48

/** Letters of a word that other forms of it have as well. */
const STEM = 5
/** Words around a number that say what it is about: an answer says the rest in its own way. */
const MOST_WANTED = 3

const NONE: readonly number[] = []

/** "takes" and "taken", "retry" and "retries". */
function stemOf(word: string): string {
  return word.length === STEM ? word.replace(/[ynes]$/, '') : word.slice(0, STEM)
}

interface Text {
  /** Number of the passage; 0 for what the reader wrote. */
  number: number
  content: string
  /** Where headings end: what they name, the whole text is about. */
  headings: number
  /** Where it names commands with subcommands. */
  commands: 'headings' | 'content' | 'nowhere'
  layout?: TextLayout
  /** In small letters. */
  small?: string
}

/** Where each name stands in the texts that an answer rests on. It grows with them. */
export class EvidenceNames {
  readonly #texts: Text[] = []
  readonly #places = new Map<string, number[]>()

  /** @param headings stand above the whole text, as title and breadcrumb do */
  add(number: number, headings: string, markdown: string): void {
    const { text: content } = seenText(markdown)
    const at = this.#texts.length * PLACES_A_TEXT
    const whole = `${headings}\n${content}`
    const text: Text = { number, content: whole, headings: headings.length, commands: 'nowhere' }
    this.#texts.push(text)
    const keepCommand = (key: string, place: number) => {
      if (isSpaceKey(key)) return
      text.commands = place === 0 ? 'headings' : text.commands === 'nowhere' ? 'content' : text.commands
      keep(key, place)
    }
    const keep = (key: string, place: number) => {
      // Only the whole index knows which name spaces are the documentation's own.
      if (isSpaceKey(key)) return
      const places = this.#places.get(key)
      if (places === undefined) this.#places.set(key, [at + place])
      else if (places.length < MOST_PLACES || (places.at(-MOST_PLACES) ?? 0) < at) places.push(at + place)
    }
    eachNameKey(whole, keep)
    for (const heading of headings.split('\n')) {
      for (const key of anchorKeys(heading)) keep(key, 0)
      eachHeadedCommand(heading, (key) => keepCommand(key, 0))
    }
    eachHeadingKey(content, (key, place) => keep(key, headings.length + 1 + place))
    eachCommandKey(content, markdownRegions(content), (key, place) =>
      keepCommand(key, headings.length + 1 + place),
    )
  }

  has(keys: readonly string[]): boolean {
    return keys.some((key) => this.#places.has(key))
  }

  /** Numbers of the passages with any of the keys, or with all of the parts. */
  passagesWith(keys: readonly string[], parts: readonly string[] = []): ReadonlySet<number> {
    const found = new Set<number>()
    for (const key of keys) {
      for (const place of this.#places.get(key) ?? NONE) found.add(this.#number(textAt(place)))
    }
    if (found.size > 0 || parts.length === 0) return found
    const [first = [], ...rest] = parts.map((part) => new Set((this.#places.get(part) ?? NONE).map(textAt)))
    for (const text of first) {
      if (rest.every((texts) => texts.has(text))) found.add(this.#number(text))
    }
    return found
  }

  /** For names that are cut otherwise in the evidence: whether it stands somewhere as a whole. */
  passagesSaying(text: string): ReadonlySet<number> {
    const found = new Set<number>()
    for (const { number, content } of this.#texts) if (hasWhole(content, text)) found.add(number)
    return found
  }

  /** True when one of each stands in one passage; in one part of it, or the second above the first, when asked. */
  meet(first: readonly string[], second: readonly string[], isNear: boolean): boolean {
    const others = second.flatMap((key) => this.#places.get(key) ?? [])
    if (others.length === 0) return false
    return first.some((key) => {
      const places = this.#places.get(key) ?? NONE
      return places.some((place, at) =>
        others.some((other) => this.#isTogether(place, other, isNear && !isEverywhere(places, at))),
      )
    })
  }

  /** True for a flag that some passage mentions without any command, or below its own name: it belongs to all of them. */
  describes(keys: readonly string[]): boolean {
    return keys.some((key) =>
      (this.#places.get(key) ?? NONE).some((place) => {
        const { commands = 'headings', headings = 0 } = this.#texts[textAt(place)] ?? {}
        return commands === 'nowhere' || (commands === 'content' && place % PLACES_A_TEXT < headings)
      }),
    )
  }

  keys(): Iterable<string> {
    return this.#places.keys()
  }

  #isTogether(one: number, other: number, isNear: boolean): boolean {
    const text = textAt(one)
    if (text !== textAt(other)) return false
    if (!isNear) return true
    const found = this.#texts[text]
    if (found === undefined) return false
    const [value, option] = [one % PLACES_A_TEXT, other % PLACES_A_TEXT]
    if (value < found.headings) return true
    found.layout ??= new TextLayout(found.content)
    if (option < found.headings) return isAbove(found, option, value)
    return found.layout.belongs(option, value)
  }

  /**
   * True when a part with one of the keys has two of the words that the evidence knows, of many words three, or the evidence
   * is written in other words altogether, such as in another language; not so where the words themselves found it.
   */
  meetsWords(
    keys: readonly string[],
    words: readonly string[],
    { areFound = false, wanted = MOST_WANTED }: { areFound?: boolean; wanted?: number } = {},
  ): boolean {
    const stems = words.map(stemOf)
    const known = stems.filter((stem) => this.#texts.some((text) => smallOf(text).includes(stem)))
    if (!areFound && known.length * 2 < words.length) return true
    const { length } = areFound ? words : known
    const least = Math.min(length, wanted, Math.max(2, Math.ceil(length / 2)))
    return keys.some((key) => {
      const places = this.#places.get(key) ?? NONE
      return places.some((place, at) => {
        if (isEverywhere(places, at)) return true
        const text = this.#texts[textAt(place)]
        if (text === undefined) return false
        const isEnough = (part: string) => known.filter((stem) => part.includes(stem)).length >= least
        const within = place % PLACES_A_TEXT
        return isEnough(partAround(text, within)) || isEnough(sectionAround(text, within))
      })
    })
  }

  /** True when a part with one of the keys has all of these words. */
  meetsAll(keys: readonly string[], words: readonly string[]): boolean {
    return keys.some((key) =>
      (this.#places.get(key) ?? NONE).some((place) => {
        const text = this.#texts[textAt(place)]
        if (text === undefined) return false
        const part = new Set(partAround(text, place % PLACES_A_TEXT).split(/[^a-z0-9]+/))
        return words.every((word) => part.has(word))
      }),
    )
  }

  #number(text: number): number {
    return this.#texts[text]?.number ?? 0
  }
}

function textAt(place: number): number {
  return Math.floor(place / PLACES_A_TEXT)
}

/** Whether the text of the place at `at` has the name so often that not all of its places are kept. */
function isEverywhere(places: readonly number[], at: number): boolean {
  const first = places[at - MOST_PLACES + 1]
  return first !== undefined && textAt(first) === textAt(places[at] ?? 0)
}

/** A title is above the whole text; the heading of its first section only above that. */
function isAbove({ content, headings }: Text, option: number, value: number): boolean {
  if (!content.slice(0, option).includes('\n')) return true
  const between = content.slice(headings, value).trimStart()
  return !/\n#{1,6}[ \t]/.test(between)
}

/** The headings above a text, and what of it a place belongs to, in small letters. */
function partAround(text: Text, place: number): string {
  text.layout ??= new TextLayout(text.content)
  return `${text.content.slice(0, text.headings)}\n${text.layout.partAt(place)}`.toLowerCase()
}

/** The whole section around a place, where it has one value alone: all of it is about that. */
function sectionAround(text: Text, place: number): string {
  text.layout ??= new TextLayout(text.content)
  const section = text.layout.sectionAt(place)
  return section !== '' && hasOneQuantity(section) ? section.toLowerCase() : ''
}

const QUANTITY = /^(?:time|size|percent|months|number|unitless):/

function hasOneQuantity(section: string): boolean {
  const values = new Set<string>()
  eachNameKey(section, (key) => {
    if (QUANTITY.test(key)) values.add(key)
  })
  return values.size === 1
}

function smallOf(text: Text): string {
  text.small ??= text.content.toLowerCase()
  return text.small
}

const NAME_CHARACTER = /[\p{L}\p{N}_-]/u

function hasWhole(content: string, text: string): boolean {
  for (let at = content.indexOf(text); at !== -1; at = content.indexOf(text, at + 1)) {
    const before = content[at - 1] ?? ''
    const after = content[at + text.length] ?? ''
    const opens = NAME_CHARACTER.test(text[0] ?? '') || text.startsWith('-')
    if (!(opens && NAME_CHARACTER.test(before)) && !NAME_CHARACTER.test(after)) return true
  }
  return false
}
