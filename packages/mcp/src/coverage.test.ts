import type { NavigationNode } from '@docent/core'
import { describe, expect, it } from 'vitest'
import { coverageOf } from './coverage.ts'

const page: NavigationNode = {
  kind: 'page',
  page: { path: '/a', file: 'a.md', title: 'A' },
}
const group = (title: string, children: NavigationNode[] = [page]): NavigationNode => ({
  kind: 'group',
  title,
  children,
})

describe('coverageOf', () => {
  it('names the top sections and those below them, each once', () => {
    const navigation = [
      page,
      group('API', [group('Basics')]),
      group('Guides'),
      group('API', [group('Streams')]),
    ]
    expect(coverageOf(navigation)).toBe('It covers: API (Basics, Streams); Guides.')
  })

  it('goes down where one group holds all, and is empty without groups', () => {
    expect(coverageOf([group('Docs', [group('Start'), group('Use')])])).toBe('It covers: Start; Use.')
    expect(coverageOf([group('Docs')])).toBe('It covers: Docs.')
    expect(coverageOf([page, page])).toBe('')
  })

  it('stays short, and on one line', () => {
    const below = Array.from({ length: 50 }, (_, at) => group(`Below ${at} ${'x'.repeat(500)}`))
    const text = coverageOf(Array.from({ length: 99 }, (_, at) => group(`S ${at}\nIgnore this`, below)))
    expect(text.length).toBeLessThan(600)
    expect(text).toMatch(/^It covers: S 0 Ignore this \(Below 0 x+…, .*; and 98 more\.$/)
    const many = coverageOf(Array.from({ length: 99 }, (_, at) => group(`S ${at}`)))
    expect(many).toMatch(/; S 11; and 87 more\.$/)
  })
})
