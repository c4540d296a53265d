import { cpuTimeOf } from '@docent/testing'
import { describe, expect, test } from 'vitest'
import { type PageInput, readReply } from './read-reply.ts'
import { SiteScope } from './site-scope.ts'

const scope = new SiteScope({ plugin: 'sitemap', url: 'https://docs.example/v2' }, ['https://www.example'])

function read(body: string, page: Partial<PageInput> = {}) {
  const input = { url: 'https://docs.example/v2/a/b', type: 'text/html', robots: [], ...page }
  return readReply({ ...input, body: Buffer.from(body) }, { scope, product: 'DocentBot' })
}

function textOf(body: string, page: Partial<PageInput> = {}): string {
  const reply = read(body, page)
  if (!('content' in reply)) throw new Error(reply.kind)
  return new TextDecoder().decode(reply.content)
}

describe('links', () => {
  test.each([
    ['../c', '/v2/c'],
    ['c?d=1#e', '/v2/a/c?d=1#e'],
    ['#here', '#here'],
    ['https://docs.example/v1/x.md#y', '/v1/x#y'],
    ['http://docs.example/z', '/z'],
    ['https://www.example/w', '/w'],
    ['//other.example/o', 'https://other.example/o'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['/file.pdf', '/file.pdf'],
  ])('%s of a page is %s', (written, expected) => {
    expect(textOf(`<main><h1>A</h1><p><a href="${written}">link</a></p></main>`)).toContain(
      `[link](${expected})`,
    )
  })

  test('are read from <base>, and lose what is no address', () => {
    const html =
      '<head><base href="/v2/base/"></head><main><a href="c">c</a> <a href="http://[">bad</a></main>'
    expect(textOf(html)).toContain('[c](/v2/base/c) bad')
  })

  test('of Markdown are made to pages of the site, but not in code', () => {
    const text =
      '[a](https://docs.example/v2/a.md) <https://docs.example/v2/b> [c](https://x.example/c.md)\n\n    https://docs.example/d.md\n'
    const page = { url: 'https://docs.example/v2/a.md', type: 'text/markdown; charset=utf-8' }
    const forms =
      '[a](<https://docs.example/v2/a.md> "t") [b] <a href="https://docs.example/v2/c.md">c</a> https://docs.example/e.md\n\n[b]: https://docs.example/v2/b.md\n'
    expect(textOf(forms, page)).toBe(
      '[a](</v2/a> "t") [b] <a href="/v2/c">c</a> https://docs.example/e.md\n\n[b]: /v2/b\n',
    )
    expect(textOf(text, page)).toBe(
      '[a](/v2/a) <https://docs.example/v2/b> [c](https://x.example/c.md)\n\n    https://docs.example/d.md\n',
    )
  })
})

test.each([
  ['text/markdown', 'https://docs.example/v2/a', 'markdown'],
  ['text/plain', 'https://docs.example/v2/a.md', 'markdown'],
  ['', 'https://docs.example/v2/a.mdx', 'markdown'],
  ['text/plain', 'https://docs.example/v2/a', 'other'],
  ['application/pdf', 'https://docs.example/v2/a', 'other'],
  ['application/xhtml+xml', 'https://docs.example/v2/a', 'html'],
  ['text/html', 'https://docs.example/v2/a.md', 'html'],
])('%s at %s is %s', (type, url, kind) => {
  expect(read('# A', { type, url }).kind).toBe(kind)
})

test('HTML that no reader survives is told, and other hostile HTML is read', async () => {
  expect(['html', 'broken']).toContain(read(`${'<div>'.repeat(60_000)}deep`).kind)
  for (const piece of [
    '<a href="#">',
    '<table><tr><td>',
    '<b><i>',
    '&amp;',
    '<!--',
    '<h1 id="x">',
    '`*_[',
    '<ul><li>',
  ]) {
    const page = `<main>${piece.repeat(2_000)}`
    const cost = await cpuTimeOf(() => expect(['html', 'broken']).toContain(read(page).kind))
    expect(cost, piece).toBeLessThan(20_000)
  }
})

test('HTML with elements nested too deep is a problem in words of people', () => {
  const page = `${'<div>'.repeat(300_000)}deep`
  expect(read(page)).toEqual({
    kind: 'broken',
    reason: 'elements are nested too deep, nest fewer of them in each other',
  })
})
