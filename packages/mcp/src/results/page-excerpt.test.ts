import { describe, expect, it } from 'vitest'
import { markdownSections } from './markdown-sections.ts'
import { leftOutNote, pageExcerpt } from './page-excerpt.ts'
import { beginningOf, sizeOf } from './result-size.ts'

const markdown = `# Keys

Keys open doors.

## Make \`keys\`

One line.

\`\`\`sh
# no heading
\`\`\`

### Of brass

Brass shines.

## Lose keys

Look below the mat.
`
const page = {
  path: '/keys',
  headings: [
    { text: 'Make keys', anchor: 'make' },
    { text: 'Lose keys', anchor: 'lose-keys' },
  ],
}

describe('markdownSections', () => {
  it('ends a section where one that is as high begins, and finds none in code', () => {
    const sections = markdownSections(markdown)
    expect(sections.map(({ title }) => title)).toEqual(['Keys', 'Make `keys`', 'Of brass', 'Lose keys'])
    const text = (at: number) => markdown.slice(sections[at]?.start, sections[at]?.end)
    expect(text(0)).toBe(markdown)
    expect(text(1)).toMatch(/^## Make `keys`[\s\S]*Brass shines\.\n\n$/)
    expect(text(3)).toBe('## Lose keys\n\nLook below the mat.\n')
  })
})

describe('pageExcerpt', () => {
  it('is the whole page where it has room', () => {
    expect(pageExcerpt(page, markdown, {}, 10_000)).toEqual({
      text: markdown.trimEnd(),
      offset: 0,
      totalCharacters: markdown.length,
    })
  })

  it.each(['make', '#make', 'Make keys', 'make `keys`'])('reads the section %s', (section) => {
    const { text, ...rest } = pageExcerpt(page, markdown, { section }, 10_000)
    expect(text).toMatch(/^## Make `keys`[\s\S]*Brass shines\.$/)
    expect(rest).not.toHaveProperty('nextOffset')
  })

  it('says what it leaves out, and all parts together are the page', () => {
    let whole = ''
    let offset: number | undefined = 0
    let parts = 0
    while (offset !== undefined) {
      const part = pageExcerpt(page, markdown, { offset }, 125)
      if (parts === 0) expect(part.leftOut).toEqual(['Of brass', 'Lose keys'])
      expect(leftOutNote(part) === '').toBe(part.nextOffset === undefined)
      whole += markdown.slice(offset, part.nextOffset)
      offset = part.nextOffset
      parts++
    }
    expect(parts).toBeGreaterThan(1)
    expect(whole).toBe(markdown)
  })

  it('names the sections of a page that does not have the one asked for', () => {
    expect(() => pageExcerpt(page, markdown, { section: 'Steal keys' }, 100)).toThrow(
      'The page /keys has no section "Steal keys". It has: Keys, Make `keys`, Of brass, Lose keys.',
    )
  })

  it('gets on in a text without lines, and splits no character', () => {
    const long = '\u{1f511}'.repeat(1_000)
    const { text, nextOffset = 0 } = pageExcerpt(page, long, {}, 101)
    expect(text.isWellFormed()).toBe(true)
    expect(nextOffset).toBeGreaterThan(0)
  })
})

describe('beginningOf', () => {
  it('counts what line breaks and quotes take in a reply', () => {
    const text = beginningOf('"\n'.repeat(1_000), 100)
    expect(sizeOf(text)).toBeLessThanOrEqual(102)
    expect(text.length).toBeGreaterThan(40)
  })
})
