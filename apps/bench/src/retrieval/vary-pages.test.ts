import { parsePage } from '@docent/content'
import { describe, expect, test } from 'vitest'
import type { Entry } from './collection.ts'
import { variedPages } from './vary-pages.ts'

const prose = 'Every documented option belongs somewhere below another chapter about servers. '.repeat(20)
const entries: Entry[] = ['a.md', 'b.md'].map((file) => {
  const { page, passages } = parsePage(file, `# Title of it\n\n${prose}\n\n## Second part\n\n${prose}`)
  return { page, passages, hash: file }
})
const all = (passages: number) => [...variedPages(entries, passages)].flat()

describe('varied pages', () => {
  test('there are as many passages as are wanted, each with an id and its page of its own', () => {
    for (const count of [1, 3, 4, 301]) {
      const passages = all(count).flatMap((entry) => entry.passages)
      expect(passages).toHaveLength(count)
      expect(new Set(passages.map(({ id }) => id)).size).toBe(count)
    }
    const pages = all(301)
    expect(new Set(pages.map(({ page }) => page.path)).size).toBe(pages.length)
    expect(new Set(pages.map(({ page }) => page.file)).size).toBe(pages.length)
    for (const { page, passages } of pages)
      for (const { pagePath } of passages) expect(pagePath).toBe(page.path)
  })

  test('the first round is as it is, the others have exchanged and new words', () => {
    const [first, , copy] = all(100)
    expect(first?.page).toEqual(entries[0]?.page)
    expect(copy?.page.path).toBe('/copy1/a')
    const original = first?.passages[0]?.content.split(' ') ?? []
    const varied = copy?.passages[0]?.content.split(' ') ?? []
    expect(varied).toHaveLength(original.length)
    const changed = varied.filter((word, place) => word !== original[place]).length / original.length
    expect(changed).toBeGreaterThan(0.1)
    expect(changed).toBeLessThan(0.4)
    expect(varied.some((word) => word.endsWith('w'))).toBe(true)
  })

  test('every run makes the same', () => {
    expect(all(200)).toEqual(all(200))
  })
})
