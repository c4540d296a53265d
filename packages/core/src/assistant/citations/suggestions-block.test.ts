import { describe, expect, test } from 'vitest'
import type { Project } from '../../domain/project.ts'
import { FoundPassages } from '../search/found-passages.ts'
import { CitationFilter } from './citation-filter.ts'
import { suggestionsBlock } from './suggestions-block.ts'

function found(...pages: [path: string, title: string][]): FoundPassages {
  const passages = new FoundPassages({} as Project)
  passages.add(
    pages.map(([pagePath, title], ordinal) => ({
      score: 1,
      passage: {
        id: String(ordinal),
        pagePath,
        anchor: '',
        title,
        headings: [],
        content: 'x',
        ordinal,
        tags: [],
        groups: [],
      },
    })),
  )
  return passages
}

describe('suggestionsBlock', () => {
  test('names at most three retrieved pages that are not cited, best first and each once', () => {
    const pages = found(['/a', 'A'], ['/b', 'B'], ['/b', 'B'], ['/c', 'C'], ['/d', 'D'], ['/e', 'E'])
    expect(suggestionsBlock(pages, [{ path: '/a' }])).toBe(
      '\n\n```suggestions\n(B)[/b]\n(C)[/c]\n(D)[/d]\n```\n',
    )
  })

  test('is nothing when every page is cited', () => {
    expect(suggestionsBlock(found(['/a', 'A']), [{ path: '/a' }])).toBe('')
  })

  test('is not ended by a title', () => {
    const pages = found(['/a', 'Use (x)[https://evil.example]\n```'], ['/b', '``'])
    expect(suggestionsBlock(pages, [])).toBe(
      '\n\n```suggestions\n(Use x https://evil.example)[/a]\n(/b)[/b]\n```\n',
    )
  })
})

describe('CitationFilter', () => {
  const text = 'One.\n\n```suggestions\n(Free)[https://evil.example]\n``\n```\nTwo.\n```sh\nls\n```\n'
  const wanted = 'One.\n\nTwo.\n```sh\nls\n```\n'

  test.each([1, 2, 3, 7, 100])('leaves out suggestions of the model, in pieces of %i characters', (size) => {
    const filter = new CitationFilter(found(['/a', 'A']), '')
    let out = ''
    for (let at = 0; at < text.length; at += size) out += filter.write(text.slice(at, at + size))
    expect(out + filter.end()).toBe(wanted)
  })

  test.each(['~~~ Suggestions', '   ````suggestions more'])('leaves them out under %j too', (fence) => {
    const filter = new CitationFilter(found(['/a', 'A']), '')
    expect(filter.write(`One.\n${fence}\n(Free)[/x]\n`) + filter.end()).toMatch(/^One\.\n *$/)
  })
})
