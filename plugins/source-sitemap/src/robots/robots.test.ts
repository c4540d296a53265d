import { cpuTimeOf } from '@docent/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRobots } from './read-robots.ts'
import { saysNoindex } from './robots-directives.ts'
import { matchLength, normalizeRobotsPath } from './robots-path.ts'

describe('robots.txt', () => {
  /** The examples of RFC 9309 section 5.1 and of Google's table of precedence. */
  test.each([
    ['allow: /p\ndisallow: /', '/page', true],
    ['allow: /folder\ndisallow: /folder', '/folder/page', true],
    ['allow: /page\ndisallow: /*.htm', '/page.htm', false],
    ['allow: /page\ndisallow: /*.ph', '/page.php5', true],
    ['allow: /$\ndisallow: /', '/', true],
    ['allow: /$\ndisallow: /', '/page.htm', false],
    ['disallow: /*.gif$', '/a.gif', false],
    ['disallow: /*.gif$', '/a.gif?x', true],
    ['disallow: /a*b$', '/ab/ab', false],
    ['disallow:', '/anything', true],
    ['disallow: /%e3%83%84', '/ツ', false],
    ['disallow: /ツ', '/%E3%83%84', false],
    ['disallow: /%62ar', '/bar', false],
    ['disallow: /a%2fb', '/a/b', true],
    ['Disallow : /x # why', '/x', false],
  ])('%j lets %s be read: %s', (rules, path, expected) => {
    expect(readRobots(`User-agent: *\n${rules}`, 'DocentBot').allows(path)).toBe(expected)
  })

  test('joins the groups that name the crawler, whatever the case, and then ignores those for all', () => {
    const robots = readRobots(
      [
        'User-agent: *',
        'Disallow: /',
        '',
        'user-agent: docentbot',
        'user-agent: other',
        'Disallow: /one',
        'Crawl-delay: 2.5',
        'User-agent: DocentBot/2.0 (+https://example.com)',
        'Disallow: /two',
        'Sitemap: https://example.com/map.xml',
      ].join('\r\n'),
      'DocentBot',
    )
    expect(['/', '/one', '/two'].map(robots.allows)).toEqual([true, false, false])
    expect(robots).toMatchObject({ crawlDelayMs: 2_500, sitemaps: ['https://example.com/map.xml'] })
  })

  test('an own group without rules allows everything', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: DocentBot\nDisallow:'
    expect(readRobots(text, 'DocentBot').allows('/a')).toBe(true)
  })

  test('matches as a regular expression of the same meaning does', () => {
    const part = fc.constantFrom('a', 'b', '/', '*', '$', '.', '%20', 'ä')
    const pattern = fc.array(part, { maxLength: 8 }).map((parts) => normalizeRobotsPath(`/${parts.join('')}`))
    const path = fc
      .array(fc.constantFrom('a', 'b', '/', '.', '$', ' ', 'ä'), { maxLength: 10 })
      .map((parts) => normalizeRobotsPath(`/${parts.join('')}`))
    fc.assert(
      fc.property(pattern, path, (rule, text) => {
        const isAnchored = rule.endsWith('$')
        const source = (isAnchored ? rule.slice(0, -1) : rule)
          .split('*')
          .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('.*')
        const expected = new RegExp(`^${source}${isAnchored ? '$' : ''}`, 's').test(text)
        expect(matchLength(rule, text) >= 0).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is not slowed down by many wildcards', async () => {
    const [rule, path] = [`/${'a*'.repeat(5_000)}b`, `/${'a'.repeat(50_000)}`]
    expect(await cpuTimeOf(() => expect(matchLength(rule, path)).toBe(-1))).toBeLessThan(1_000)
  })
})

test.each([
  [['noindex'], true],
  [['index, NONE'], true],
  [['docentbot: noindex'], true],
  [['otherbot: noindex'], false],
  [['otherbot: noindex', 'noindex'], true],
  [['otherbot: nofollow, noindex'], false],
  [['unavailable_after: 25 Jun 2010 15:00:00 PST, noindex'], true],
  [['max-snippet:20, all'], false],
  [[], false],
])('%j keeps a page out: %s', (values, expected) => {
  expect(saysNoindex(values, 'DocentBot')).toBe(expected)
})
