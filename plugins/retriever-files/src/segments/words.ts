import { firstLetter, isCorrectable, type Turns } from '@docent/search'

const A_TURN = 2_000

/** First letter → where its words begin and end in the text, in bytes. */
export type WordGroups = Record<string, [start: number, end: number]>

/** The words whose hashes (with a sign) are among these, together with others of their first letter: only those are compared. */
export async function groupedWords(
  words: ReadonlyMap<number, string>,
  hashes: Uint32Array,
  turns: Turns,
): Promise<{ text: Uint8Array; groups: WordGroups }> {
  const byLetter = new Map<string, string[]>()
  for (const [at, hash] of hashes.entries()) {
    if (at % A_TURN === 0 && turns.isOver) await turns.next()
    const word = words.get(hash | 0)
    if (word === undefined || !isCorrectable(word)) continue
    const letter = firstLetter(word)
    const group = byLetter.get(letter)
    if (group === undefined) byLetter.set(letter, [word])
    else group.push(word)
  }
  const groups: WordGroups = {}
  const parts: Uint8Array[] = []
  let end = 0
  for (const [letter, group] of byLetter) {
    const text = Buffer.from(`${group.join('\n')}\n`)
    groups[letter] = [end, end + text.length]
    parts.push(text)
    end += text.length
  }
  return { text: Buffer.concat(parts), groups }
}
