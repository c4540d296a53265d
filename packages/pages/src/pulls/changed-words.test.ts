import { describe, expect, test } from 'vitest'
import { changedWords } from './changed-words.ts'
import type { DiffLine } from './parse-diff.ts'

/** The changed words of each line, in brackets. */
function marked(...lines: string[]): string[] {
  const parsed = lines.map((line): DiffLine => {
    const kind = line.startsWith('-') ? 'removed' : line.startsWith('+') ? 'added' : 'context'
    return { kind, text: line.slice(1) }
  })
  const words = changedWords(parsed)
  return parsed.map((line) => {
    const [from, to] = words.get(line) ?? []
    const { text } = line
    return from === undefined || to === undefined
      ? text
      : `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`
  })
}

describe('changedWords', () => {
  test('finds the words of a line that were edited', () => {
    expect(marked(' a', '-Use **API keys** in the dashboard.', '+Use **keys** in the dashboard.')).toEqual([
      'a',
      'Use **[API ]keys** in the dashboard.',
      'Use **keys** in the dashboard.',
    ])
  })

  test('finds the new value of a field', () => {
    expect(marked('-title: What is Docent?', '+title: Welcome')).toEqual([
      'title: [What is Docent?]',
      'title: [Welcome]',
    ])
  })

  test('never cuts a word or a character in two', () => {
    expect(marked('-The key 🗝️ is here now', '+The keys 🔑 is here now')).toEqual([
      'The [key 🗝️] is here now',
      'The [keys 🔑] is here now',
    ])
  })

  test('compares lines of a run with those that stand in their place', () => {
    expect(marked('-one more line', '-two more lines', '+One more line', '+two more words')).toEqual([
      '[one] more line',
      'two more [lines]',
      '[One] more line',
      'two more [words]',
    ])
  })

  test('marks nothing where lines are different ones, or more than were there', () => {
    expect(marked('-old', '+new')).toEqual(['old', 'new'])
    expect(marked('-a line', '+a line', '+b line')).toEqual(['a line', 'a line', 'b line'])
    expect(marked('+a b c', '-a b d')).toEqual(['a b c', 'a b d'])
  })
})
