import { expect, it } from 'vitest'
import { CitationText } from './citation-text.ts'

const ANSWER = 'Leases end after 15 s. [1](/guides/agent#what-happens) See [keys](/guides/keys), a[0] and [2]'

it('shows citations as numbers wherever the stream is cut, and leaves everything else', () => {
  for (let cut = 0; cut <= ANSWER.length; cut++) {
    let shown = ''
    const text = new CitationText((piece) => {
      shown += piece
    })
    text.text(ANSWER.slice(0, cut))
    text.text(ANSWER.slice(cut))
    text.end()
    expect(shown).toBe('Leases end after 15 s. [1] See [keys](/guides/keys), a[0] and [2]')
  }
})
