import { describe, expect, test } from 'vitest'
import { addMdbookRedirect } from './add-redirect.ts'

describe('addMdbookRedirect', () => {
  test('makes the table where there is none', () => {
    expect(addMdbookRedirect('[book]\ntitle = "Tides"', '/a/b.html', '/c.html')).toBe(
      '[book]\ntitle = "Tides"\n\n[output.html.redirect]\n"/a/b.html" = "../c.html"\n',
    )
  })

  test('adds one before the others, as they are written', () => {
    const source = '[output.html.redirect]\r\n"/x.html" = "y.html"\r\n'
    expect(addMdbookRedirect(source, '/guide', '/start.html')).toBe(
      '[output.html.redirect]\r\n"/guide/index.html" = "../start.html"\r\n"/x.html" = "y.html"\r\n',
    )
  })

  test('turns one round when the page goes back', () => {
    const source = '[output.html.redirect]\n"a.html" = "b.html"\n'
    expect(addMdbookRedirect(source, '/b.html', '/a.html')).toBe(
      '[output.html.redirect]\n"b.html" = "a.html"\n',
    )
  })

  test('leaves what it cannot read or extend', () => {
    for (const source of ['[output', '[output.html]\nredirect = { "a.html" = "b.html" }\n'])
      expect(addMdbookRedirect(source, '/c.html', '/d.html')).toBe(source)
  })
})
