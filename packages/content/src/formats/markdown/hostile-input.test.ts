import { describe, expect, test } from 'vitest'
import { checkPage } from '../../checks/check-page.ts'
import { parseNavigation } from '../../generators/mintlify/parse-navigation.ts'
import { parsePage } from './parse-page.ts'

describe('hostile input', () => {
  test('reads the beginning of a page of 5 MB and reports its size', () => {
    const { page, problems } = parsePage('a.md', 'words and words\n'.repeat(330_000))
    expect(problems).toMatchObject([{ rule: 'page-too-large', severity: 'error' }])
    expect(page.content.length).toBeLessThanOrEqual(2_000_000)
  })

  test('finds 10,000 links', () => {
    expect(parsePage('a.mdx', '[text](/target) '.repeat(10_000)).page.links).toHaveLength(10_000)
  })

  test('checks deep nesting without a full parse, and says so', async () => {
    const site = { hasPage: () => true, anchors: () => undefined, hasFile: () => true }
    expect(await checkPage('a.mdx', '> '.repeat(10_000), site)).toMatchObject([{ rule: 'page-too-large' }])
    expect(await checkPage('a.mdx', '{'.repeat(10_000), site)).toMatchObject([{ rule: 'mdx-invalid' }])
    expect((await checkPage('a.mdx', `{${'('.repeat(20_000)}}`, site)).map(({ rule }) => rule)).toContain(
      'mdx-invalid',
    )
  })

  test('survives deeply nested navigation and frontmatter', () => {
    expect(parseNavigation(`{"navigation": ${'['.repeat(100_000)}`).problems).toHaveLength(1)
    expect(parsePage('a.md', `---\na: ${'['.repeat(30_000)}\n---\n`).problems).toMatchObject([
      { rule: 'frontmatter-invalid' },
    ])
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghij'].map((key, i) => `${key}: &${key} [${`*${'abcdefghij'[i]},`.repeat(9)}]`).join('\n')}`
    expect(parsePage('a.md', `---\n${bomb}\n---\n`).problems).toMatchObject([{ rule: 'frontmatter-invalid' }])
  })
})
