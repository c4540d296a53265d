import { describe, expect, test } from 'vitest'
import { brandFileType } from './brand-file-type.ts'

const text = (content: string) => new TextEncoder().encode(content)
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])

describe('the file of a brand', () => {
  test('has the type of its content', () => {
    expect(brandFileType('logo-light', text(SVG))).toBe('image/svg+xml')
    expect(brandFileType('favicon', PNG)).toBe('image/png')
    expect(brandFileType('font', text('wOF2…'))).toBe('font/woff2')
  })

  test.each([
    ['a page', '<html><body>hello</body></html>'],
    ['a page that begins like an SVG', `<!-- <svg> --><html>${SVG}</html>`],
    ['a script', 'alert(1)'],
    ['nothing', ''],
    ['an SVG with a script', SVG.replace('<path', '<script>alert(1)</script><path')],
    ['an SVG with a script of another case', SVG.replace('<path', '<ScRiPt href="//evil.test/x.js"/><path')],
    ['an SVG with a handler', SVG.replace('<svg', '<svg\nonload = "alert(1)"')],
    ['an SVG with a link that runs', SVG.replace('<path', '<a href="JavaScript:alert(1)"/><path')],
    ['an SVG with a page in it', SVG.replace('<path', '<foreignObject></foreignObject><path')],
    ['an SVG with an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${SVG}`],
    ['an SVG that sets a link', SVG.replace('<path', '<set attributeName="href"/><path')],
    [
      'an SVG with a style of another host',
      SVG.replace('<path', '<style>@import "//evil.test"</style><path'),
    ],
  ])('is not %s', (_, content) => {
    expect(() => brandFileType('logo-light', text(content))).toThrow(/Use a file|active part/)
  })

  test('is no larger than its place allows, and of no type of another place', () => {
    expect(() => brandFileType('favicon', new Uint8Array(64 * 1_024 + 1))).toThrow(/larger than 64 KiB/)
    expect(() => brandFileType('social-image', text(SVG))).toThrow(/PNG, JPEG, WEBP/)
    expect(() => brandFileType('font', PNG)).toThrow(/WOFF2/)
    expect(() => brandFileType('logo-dark', text('wOF2'))).toThrow(/SVG, PNG/)
  })
})
