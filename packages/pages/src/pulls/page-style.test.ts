import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { PAGE_STYLE } from './page-style.ts'

test('the colours of the page are those of the design', async () => {
  const tokens = await readFile(new URL('../../../../apps/widget/src/tokens.css', import.meta.url), 'utf8')
  const design = new Map(
    [...tokens.replace(/\s+/g, ' ').matchAll(/--([a-z0-9-]+): ([^;]*);/g)].map(([, name, value = '']) => [
      name,
      value.replaceAll(', ', ',').replaceAll('( ', '(').replaceAll(' )', ')'),
    ]),
  )
  const [, variables = '', rules = ''] = /^\s*:root\{([^}]*)\}([\s\S]*)$/.exec(PAGE_STYLE) ?? []
  const own = [...variables.matchAll(/--([a-z0-9-]+):([^;]*)/g)]
  expect(own.length).toBeGreaterThan(10)
  for (const [, name, value] of own) expect(value, name).toBe(design.get(name))
  expect(rules).not.toMatch(/#[0-9a-f]{3,8}\b|oklch|rgb/)
  for (const [, name] of rules.matchAll(/var\(--([a-z0-9-]+)\)/g))
    expect(own.map(([, known]) => known)).toContain(name)
})
