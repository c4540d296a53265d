import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Project } from '../../domain/project.ts'
import { FoundPassages } from '../search/found-passages.ts'
import { CitationFilter } from './citation-filter.ts'

const project = { siteUrl: 'https://docs.example.com' } as Project

function found(): FoundPassages {
  const passages = new FoundPassages(project)
  const passage = (path: string, anchor: string, content: string) => ({
    score: 1,
    passage: {
      id: `${path}#${anchor}`,
      pagePath: path,
      anchor,
      title: path.slice(1),
      headings: [path],
      content,
      ordinal: 0,
      tags: [],
      groups: [],
    },
  })
  passages.add([
    passage('/keys', 'revoke', 'Open http://keys.example.org/admin first.'),
    passage('/install', '', 'npm start'),
  ])
  return passages
}

function run(text: string, cuts: readonly number[] = []): { out: string; filter: CitationFilter } {
  const filter = new CitationFilter(found(), 'asked about https://asked.example/x')
  const points = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
  let out = ''
  for (let i = 1; i < points.length; i++) out += filter.write(text.slice(points[i - 1], points[i]))
  return { out: out + filter.end(), filter }
}

describe('CitationFilter on a site under a path', () => {
  test.each(['/docs/keys', '/keys', 'https://example.com/docs/keys', '/docs/keys.mdx'])(
    'takes %s',
    (target) => {
      const passages = new FoundPassages({ siteUrl: 'https://example.com/docs' } as Project)
      const [page] = found().all
      passages.add([
        {
          score: 1,
          passage: {
            id: '1',
            pagePath: page?.path ?? '',
            anchor: '',
            title: 'Keys',
            headings: [],
            content: 'x',
            ordinal: 0,
            tags: [],
            groups: [],
          },
        },
      ])
      const filter = new CitationFilter(passages, '')
      expect(filter.write(`[k](${target}#a) [n](/docs/none)`) + filter.end()).toBe(
        '[k](https://example.com/docs/keys#a) n',
      )
    },
  )
})

describe('CitationFilter', () => {
  test.each([
    ['Revoke it [1].', 'Revoke it [1](https://docs.example.com/keys#revoke).'],
    [
      'Both [1, 2] and [9].',
      'Both [1](https://docs.example.com/keys#revoke) [2](https://docs.example.com/install) and .',
    ],
    [
      'See [keys](/keys#x) and [evil](https://evil.example/a).',
      'See [keys](https://docs.example.com/keys#x) and evil.',
    ],
    ['See [keys](https://docs.example.com/keys).', 'See [keys](https://docs.example.com/keys).'],
    ['![shot](https://evil.example/p.png) ok', 'shot ok'],
    ['Go to https://evil.example/a?b=c.', 'Go to .'],
    [
      'Go to http://localhost:3000/x and http://keys.example.org/admin.',
      'Go to http://localhost:3000/x and http://keys.example.org/admin.',
    ],
    ['As asked: https://asked.example/x', 'As asked: https://asked.example/x'],
    ['<https://evil.example> <a href="https://evil.example">x</a> a < b', ' x a < b'],
    ['`list[1]` and [ ] done', '`list[1]` and [ ] done'],
    [
      '```js\nconst a = b[1] // [x](https://evil.example)\n```\n[x](https://evil.example)',
      '```js\nconst a = b[1] // [x](https://evil.example)\n```\nx',
    ],
    ['an open ` tick\n\n[x](https://evil.example)', 'an open ` tick\n\nx'],
    ['```\ncode ``` more\n```\nthen [x](https://e.example)', '```\ncode ``` more\n```\nthen x'],
    ['[see [x](https://evil.example) now]', '[see x now]'],
    ['[a](broken\n[x](https://evil.example)', '[a](broken\nx'],
    ['open [bracket that never', 'open [bracket that never'],
  ])('%j becomes %j', (text, expected) => {
    expect(run(text).out).toBe(expected)
  })

  test('says the same however the text is cut into deltas', () => {
    const pieces = fc.constantFrom(
      '[1]',
      '[',
      ']',
      '(',
      ')',
      '`',
      '```',
      '\n',
      '\n\n',
      '~~~',
      'word ',
      'https://evil.example/x ',
      '[t](/keys)',
      '[t](https://e.example)',
      '<a href=x>',
      '!',
      ' ',
      'http',
    )
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 25 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (parts, cuts) => {
          const text = parts.join('')
          expect(run(text, cuts).out).toBe(run(text).out)
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('lists each cited page once, in the order of citation', () => {
    const { filter } = run('First [2], then [1], then [2] and [k](/keys).')
    expect(filter.cited.map((page) => page.path)).toEqual(['/install', '/keys'])
  })

  test('takes the mark of an unanswered question out and remembers it', () => {
    const { out, filter } = run('[[unanswered]] Sorry, nothing.', [3, 8])
    expect(out).toBe('Sorry, nothing.')
    expect(filter.unanswered).toBe(true)
    expect(run('The documentation does not say. Try the forum.').filter.unanswered).toBe(true)
    expect(run('[1] says so').filter.unanswered).toBe(false)
  })
})
