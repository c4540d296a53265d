import { expect, test, vi } from 'vitest'
import { randomId } from '../src/index.ts'

test('a name is random and needs no secure page', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const ids = Array.from({ length: 100 }, randomId)
  expect(new Set(ids).size).toBe(100)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  vi.unstubAllGlobals()
})
