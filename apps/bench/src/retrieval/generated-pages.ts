import type { SourceFile } from '@docent/core'

/** Sections of a page, each of which is one passage. */
export const PASSAGES_A_PAGE = 8
const WORDS_A_SECTION = 70
const COMMON = 40_000
const SYLLABLES =
  'ba co di fu ge hi jo ku la me ni po qua ri so tu ve wi xa yo ze bro cla dri fle gro pri sta tre'.split(' ')

/** Pages of Markdown whose words are as unevenly common as those of real text (Zipf), the same in every run. */
export function generatedPages(passages: number): SourceFile[] {
  const encoder = new TextEncoder()
  return Array.from({ length: Math.ceil(passages / PASSAGES_A_PAGE) }, (_, page) => ({
    path: `area-${page % 97}/topic-${page % 1_009}/page-${page}.md`,
    hash: `${page}`,
    read: async () => encoder.encode(pageText(page)),
  }))
}

/** Two to five words of one section of a page, drawn from all pages. */
export function generatedQueries(passages: number, count: number): string[] {
  const pages = Math.ceil(passages / PASSAGES_A_PAGE)
  return Array.from({ length: count }, (_, query) => {
    const random = series(0x9e3779b9 ^ query)
    const words = pageText(Math.floor(random() * pages))
      .split(/[^a-z]+/)
      .filter((word) => word.length > 3)
    return Array.from({ length: 2 + (query % 4) }, () => words[Math.floor(random() * words.length)]).join(' ')
  })
}

function pageText(page: number): string {
  const random = series(page + 1)
  const words = (count: number) => Array.from({ length: count }, () => wordOf(page, random)).join(' ')
  const sections = Array.from(
    { length: PASSAGES_A_PAGE },
    () => `## ${words(4)}\n\n${words(WORDS_A_SECTION / 2)}. ${words(WORDS_A_SECTION / 2)}.\n`,
  )
  return `---\ntitle: ${words(3)}\n---\n\n${sections.join('\n')}`
}

/** Nearly always a common word; now and then one of this page alone, so that the vocabulary grows with the pages. */
function wordOf(page: number, random: () => number): string {
  if (random() < 0.004) return spelled(COMMON + page * 7 + Math.floor(random() * 7))
  return spelled(Math.floor(COMMON ** random()) - 1)
}

function spelled(number: number): string {
  let rest = number + SYLLABLES.length
  let word = ''
  for (; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) word += SYLLABLES[rest % SYLLABLES.length]
  return word
}

/** Mulberry32: a fixed series of numbers from 0 to 1. */
function series(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
