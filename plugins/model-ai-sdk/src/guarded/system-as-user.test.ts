import { describe, expect, it } from 'vitest'
import { systemAsUser } from './system-as-user.ts'

const text = (value: string) => ({ type: 'text' as const, text: value })

describe('a prompt without system messages', () => {
  it('has their instructions in front of the first question', () => {
    expect(
      systemAsUser([
        { role: 'system', content: 'Be brief.' },
        { role: 'system', content: 'Cite.' },
        { role: 'user', content: [text('Why?')] },
        { role: 'assistant', content: [text('So.')] },
      ]),
    ).toEqual([
      { role: 'user', content: [text('<instructions>\nBe brief.\n\nCite.\n</instructions>'), text('Why?')] },
      { role: 'assistant', content: [text('So.')] },
    ])
  })

  it('gets a message of the user where the thread begins with another', () => {
    const answer = { role: 'assistant' as const, content: [text('So.')] }
    expect(systemAsUser([{ role: 'system', content: 'Be brief.' }, answer])).toEqual([
      { role: 'user', content: [text('<instructions>\nBe brief.\n</instructions>')] },
      answer,
    ])
    expect(systemAsUser([answer])).toEqual([answer])
  })
})
