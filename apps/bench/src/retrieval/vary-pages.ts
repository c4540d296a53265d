import type { Passage } from '@docent/content'
import type { Entry } from './collection.ts'

/** Of the words of a copy, how many are another word of the documentation, and how many are new. */
const EXCHANGED = 0.3
const NEW = 0.02
const WORD = /\p{L}{4,}/gu
const BATCH = 64

/**
 * The pages again and again, until there are so many passages: each round below a folder of its own (`/copy1`), in
 * which 30% of the words of four letters and more are exchanged for words drawn from the whole documentation (so words
 * stay as common as they are). 2% become words of that round alone (so the vocabulary grows as that of real text
 * does). The first round is as it is. Which words is decided by a fixed series: every run makes the same pages.
 */
export function* variedPages(entries: readonly Entry[], passages: number): Generator<Entry[]> {
  const words = entries.flatMap((entry) => entry.passages.flatMap(({ content }) => content.match(WORD) ?? []))
  const random = series()
  let batch: Entry[] = []
  let count = 0
  for (let round = 0; count < passages && entries.length > 0; round++) {
    const vary = (text: string) => (round === 0 ? text : variedText(text, words, round, random))
    for (const entry of entries) {
      const left = passages - count
      if (left <= 0) break
      const varied = round === 0 ? entry : variedEntry(entry, `/copy${round}`, vary)
      batch.push({ ...varied, passages: varied.passages.slice(0, left) })
      count += Math.min(left, varied.passages.length)
      if (batch.length === BATCH) {
        yield batch
        batch = []
      }
    }
  }
  if (batch.length > 0) yield batch
}

function variedEntry({ page, passages, hash }: Entry, folder: string, vary: (text: string) => string): Entry {
  const path = `${folder}${page.path}`
  const title = vary(page.title)
  const varied = passages.map(
    (passage): Passage => ({
      ...passage,
      id: `${folder}${passage.id}`,
      pagePath: path,
      title,
      headings: [title, ...passage.headings.slice(1).map(vary)],
      content: vary(passage.content),
    }),
  )
  const content = varied.map((passage) => passage.content).join('\n\n')
  return {
    hash: `${folder}/${hash}`,
    page: { ...page, path, file: `${folder.slice(1)}/${page.file}`, title, content },
    passages: varied,
  }
}

function variedText(text: string, words: readonly string[], round: number, random: () => number): string {
  return text.replace(WORD, (word) => {
    const chance = random()
    if (chance < NEW) return `${word}${letters(round)}`
    return chance < NEW + EXCHANGED ? (words[Math.floor(random() * words.length)] ?? word) : word
  })
}

/** A number in letters, so that it stays part of the word for every tokenizer. */
function letters(number: number): string {
  return [...String(number)].map((digit) => 'qwxzjkvyug'[Number(digit)]).join('')
}

/** Numbers from 0 to 1, always the same (mulberry32). */
function series(): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
