import type { AnswerClaims } from '@docent/client'
import { spokenText } from './spoken-text.ts'
import type { CheckedSentences, Sentence } from './turn.ts'

const NAME = 'docent-unsupported'
const LETTER = /[\p{L}\p{N}]/gu

export function checkedSentences({ threshold, claims }: AnswerClaims): CheckedSentences {
  return { count: claims.length, unsupported: claims.filter(({ supported }) => supported < threshold) }
}

/** Sentences as they are read out. */
export function unsupportedTexts(text: string, { unsupported }: CheckedSentences): string[] {
  return unsupported.map(({ start, end }) => spokenText(text.slice(start, end)))
}

/** Ranges that the style `::highlight(docent-unsupported)` draws; none where the browser has no highlights. */
export function underlined(): Highlight | undefined {
  if (typeof Highlight === 'undefined') return undefined
  const { highlights } = CSS
  if (!highlights.has(NAME)) highlights.set(NAME, new Highlight())
  return highlights.get(NAME)
}

/**
 * Where sentences of Markdown stand in what was drawn of it. Both are compared by their letters and digits, which no
 * markup changes.
 *
 * @param sentences of `source`, in UTF-16 units
 */
export function sentenceRanges(root: Node, source: string, sentences: readonly Sentence[]): Range[] {
  const places: [Text, number][] = []
  let drawn = ''
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    if (node.parentElement?.closest('.chip, .code')) continue
    for (const { 0: letter, index } of node.data.matchAll(LETTER)) {
      for (let unit = 0; unit < letter.length; unit++) places.push([node, index + unit])
      drawn += letter
    }
  }
  return sentences.flatMap(({ start, end }) => {
    const letters = lettersOf(source.slice(start, end))
    // The source has the numbers of lists besides: what was drawn before is at most as long.
    const at = drawn.lastIndexOf(letters, lettersOf(source.slice(0, start)).length)
    const first = places[at]
    const last = places[at + letters.length - 1]
    if (letters === '' || first === undefined || last === undefined) return []
    const range = new Range()
    range.setStart(...first)
    range.setEnd(last[0], last[1] + 1)
    return [range]
  })
}

function lettersOf(markdown: string): string {
  return spokenText(markdown).match(LETTER)?.join('') ?? ''
}
