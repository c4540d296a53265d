import { describe, expect, test } from 'vitest'
import { parsePage } from '../parse-page.ts'

const headings = (source: string, file = 'docs/a.md') =>
  parsePage(file, source, { root: 'docs' }).page.headings.map(({ text, anchor }) => [text, anchor])

describe('attributes of a heading', () => {
  test.each([
    ['## Next {#after}', 'after'],
    ['## Next {: #after }', 'after'],
    ['## Next {: #after .big }', 'after'],
    ['## Next { id="9.5.1" }', '9.5.1'],
    ["## Next {: .big id='after' }", 'after'],
    ['## Next { .big #after }', 'after'],
    ['## Next { #after data-toc-label="Now" }', 'after'],
    ['## Next { .big }', 'next'],
    ['## Next {: .big }', 'next'],
    ['## Next {: style="color:#fff" }', 'next'],
    ['Next {: #after }\n----', 'after'],
    ['## Next {#after-–-(all)}', 'after-–-(all)'],
    ['## Next { data-search-exclude }', 'next'],
    ['## Next {/*after*/}', 'after'],
    ['## Next {/*über-uns*/}', 'über-uns'],
    ['## Next {/* #after */}', 'after'],
    ['## Next {/* #after as it was called */}', 'after'],
    ['=== "Tab"\n\n    ## Next {: #after }', 'after'],
  ])('are no part of its text: %j', (source, anchor) => {
    expect(headings(source)).toEqual([['Next', anchor]])
  })

  test.each([
    ['## Next {/*after*/}', 'after'],
    ['## Next {/* #after */}', 'after'],
    ['## Next {/* written later */}', 'next'],
  ])('are no part of its text in MDX: %j', (source, anchor) => {
    expect(headings(source, 'docs/a.mdx')).toEqual([['Next', anchor]])
  })

  test('are its text where they are no list of attributes', () => {
    expect(headings('## The set {1, 2}')).toEqual([['The set {1, 2}', 'the-set-1-2']])
    expect(headings('## deps.{mode}')).toEqual([['deps.{mode}', 'depsmode']])
  })

  test('leave the anchor to the next heading of the same name', () => {
    expect(headings('## Next {: #after }\n\n## Next')).toEqual([
      ['Next', 'after'],
      ['Next', 'next'],
    ])
  })
})
