import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPage } from '../../checks/check-page.ts'
import { parseNavigation } from '../../generators/mintlify/parse-navigation.ts'
import { readLocated } from '../../located/read-data.ts'
import { detectLayout } from '../../site.ts'
import { rewriteSiteLinks } from '../../site-map/rewrite-site-links.ts'
import { SiteMap } from '../../site-map/site-map.ts'
import { parsePage } from './parse-page.ts'

const mark = fc.constantFrom(
  ...[
    '#',
    '## ',
    '\n',
    '\n\n',
    '```',
    '~~~',
    '> ',
    '- ',
    '1. ',
    '    ',
    '\t',
    '<A>',
    '</A>',
    '<a href="',
    '">',
    '<!--',
  ],
  ...[
    '-->',
    '{',
    '}',
    '{/*',
    '*/}',
    '[',
    '](',
    ')',
    '![',
    ']: ',
    '`',
    '\\',
    '*',
    '_',
    '|',
    '---',
    '===',
    '{#id}',
    '\r\n',
  ],
  ...[
    'import a from "b"\n',
    'export const a = {',
    "'",
    '"',
    'https://a.b',
    '&amp;',
    '---\n',
    'title: a\n',
    'groups:',
  ],
)
const source = fc
  .array(fc.oneof(mark, fc.string({ maxLength: 5 }), fc.constantFrom('word', ' ')))
  .map((parts) => parts.join(''))
const file = fc.constantFrom('a.md', 'a.mdx')
const site = { hasPage: () => false, anchors: () => [], hasFile: () => false }

const word = fc.stringMatching(/^[a-z]{3,9}$/)
const paragraph = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' '))
const block = fc.oneof(
  paragraph,
  fc.tuple(fc.integer({ min: 1, max: 6 }), word).map(([depth, text]) => `${'#'.repeat(depth)} ${text}`),
  paragraph.map((text) => `<Note>\n  ${text}\n</Note>`),
  paragraph.map((text) => `- ${text}\n- ${text}`),
  paragraph.map((text) => `> ${text}`),
  paragraph.map((text) => `\`\`\`\n${text}\n\`\`\``),
  fc.tuple(word, paragraph).map(([title, text]) => `<Card title="${title}">${text}</Card>`),
)
const page = fc.array(block, { maxLength: 40 }).map((blocks) => blocks.join('\n\n'))

describe('properties of pages', () => {
  test('nothing throws, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(source, file, async (text, name) => {
        parsePage(name, text)
        await checkPage(name, text, site)
        parseNavigation(text)
        parseNavigation(`{"navigation":${text}}`)
        for (const end of ['ts', 'json', 'yml', 'toml']) readLocated(`site.config.${end}`, text)
      }),
      { numRuns: 1_000 },
    )
  })

  test('the passages together hold every word of the page', () => {
    fc.assert(
      fc.property(page, file, (text, name) => {
        const { passages } = parsePage(name, text)
        const words = new Set(
          passages.flatMap(({ headings, content }) => `${headings.join(' ')} ${content}`.match(/\w+/g) ?? []),
        )
        const wanted = text.replace(/<\/?\w+|title=/g, '').match(/\w+/g) ?? []
        expect(wanted.filter((word) => !words.has(word))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('each passage stands under an anchor of the page, with its own id', () => {
    fc.assert(
      fc.property(fc.oneof(page, source), file, (text, name) => {
        const { page, passages } = parsePage(name, text)
        const anchors = new Set(['', ...page.headings.map(({ anchor }) => anchor)])
        expect(passages.filter(({ anchor }) => !anchors.has(anchor))).toEqual([])
        expect(new Set(passages.map(({ id }) => id)).size).toBe(passages.length)
        expect(passages.map(({ ordinal }) => ordinal)).toEqual(passages.keys().toArray())
        expect(passages.length).toBeGreaterThan(0)
      }),
      { numRuns: 500 },
    )
  })

  test('rewriting links with pages that stay where they are changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(page, source), file, (text, name) => {
        const files = new Set([name, 'a.md', 'docs/a.mdx'])
        const map = new SiteMap(
          { layout: detectLayout({ files: [...files], texts: new Map() }), files },
          files,
        )
        const moves = new Map([...files].map((each) => [each, each]))
        expect(rewriteSiteLinks(text, name, { before: map, after: map, moves }).text).toBe(text)
      }),
      { numRuns: 500 },
    )
  })
})
