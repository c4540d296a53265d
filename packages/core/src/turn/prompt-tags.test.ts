import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyTag, readEmptyTags } from './prompt-tags.ts'

test('a tag gives back what was written into it, whatever the text', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ path: fc.string(), other: fc.string() })), (all) => {
      const text = all.map((each) => `words ${emptyTag('docent-file', each)}`).join('\n')
      expect(readEmptyTags(text, 'docent-file')).toEqual(all)
    }),
  )
})
