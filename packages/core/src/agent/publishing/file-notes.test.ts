import { cpuTimeOf } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { fileNotes } from './file-notes.ts'

const changes = [
  { path: 'docs/a.mdx' },
  { path: 'docs/new.mdx', from: 'docs/old.mdx' },
  { path: 'docs/with space.mdx' },
]

describe('fileNotes', () => {
  test('takes the list of files out of a closing message, however its lines are written', () => {
    const message = `I documented the flag.

Changed files:
- docs/a.mdx: the flag and its default
- **\`docs/old.mdx\`** — moved next to its guide
* \`docs/with space.mdx\` - a link
- docs/unknown.mdx: not changed

I left the changelog open.`
    expect(fileNotes(message, changes)).toEqual({
      notes: new Map([
        ['docs/a.mdx', 'the flag and its default'],
        ['docs/new.mdx', 'moved next to its guide'],
        ['docs/with space.mdx', 'a link'],
      ]),
      rest: 'I documented the flag.\n\nChanged files:\n- docs/unknown.mdx: not changed\n\nI left the changelog open.',
    })
  })

  test('drops the sentence that announced the list', () => {
    expect(fileNotes('Done.\n\nFiles:\n- docs/a.mdx: x', changes).rest).toBe('Done.')
  })

  test('leaves a message with headings of its own whole', () => {
    const message = '## Summary\n- docs/a.mdx: x'
    expect(fileNotes(message, changes)).toEqual({ notes: new Map(), rest: message })
  })

  test('is a matter of no time for a hostile line', async () => {
    for (const line of [`- ${'**`a'.repeat(20_000)}`, `- ${'*'.repeat(50_000)}x`])
      expect(await cpuTimeOf(() => fileNotes(line, changes))).toBeLessThan(1000)
  })
})
