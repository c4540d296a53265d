import { expect, test } from 'vitest'
import { pagePath } from './page-path.ts'

const JAPANESE = encodeURIComponent('クイックスタート')

test('a path is sent as it is, however long its percent-encoding is', () => {
  const path = `/docs/${JAPANESE.repeat(20)}`
  expect(path.length).toBeGreaterThan(1_000)
  expect(pagePath(path)).toBe(path)
  expect(pagePath('/guides/start')).toBe('/guides/start')
})

test('a longer one is cut to 200 letters, never inside of one', () => {
  const cut = pagePath(`/${encodeURIComponent('😀'.repeat(300))}`)
  expect([...cut]).toHaveLength(200)
  expect(cut.isWellFormed()).toBe(true)
  expect(pagePath(`/${'a'.repeat(300)}`)).toBe(`/${'a'.repeat(199)}`)
})

test('a stray percent sign is a letter', () => {
  expect(pagePath('/100%/off')).toBe('/100%/off')
  expect(pagePath(`/100%${'a'.repeat(300)}`)).toHaveLength(200)
})
