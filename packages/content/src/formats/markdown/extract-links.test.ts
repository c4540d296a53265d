import { describe, expect, test } from 'vitest'
import { extractLinks } from './extract-links.ts'

const targets = (source: string, file?: string) =>
  extractLinks(source, file).map(({ kind, target }) => `${kind} ${target}`)

describe('extractLinks', () => {
  test('finds links, images, definitions and bare URLs', () => {
    expect(
      targets(
        '[a](/a "t") ![b](<b c.png>) [c](#d) [e][f] https://g.h/i, <https://j.k>\n\n[f]: ../l.md "t"',
        'a.md',
      ),
    ).toEqual([
      'internal /a',
      'image b c.png',
      'anchor #d',
      'external https://g.h/i',
      'external https://j.k',
      'internal ../l.md',
    ])
  })

  test('finds href and src of JSX, over several lines and in string expressions', () => {
    expect(
      targets(
        '<Card\n  title="A"\n  href="/a"\n>\n\n<img src={"/b.png"} alt="B" />\n\n</Card>\n\n<a href=\'/c\'>C</a>',
      ),
    ).toEqual(['internal /a', 'image /b.png', 'internal /c'])
    expect(targets('<Card href={link} /> <iframe src="https://a.b" />')).toEqual(['external https://a.b'])
  })

  test('takes the text that a reader sees', () => {
    const texts = extractLinks(
      '[*a* `b`](/a) <Card title="C" href="/c" /> <a href="/d">D d</a> [E e][f]\n\n[f]: /f',
    )
    expect(texts.map(({ text }) => text)).toEqual(['a b', 'C', 'D d', 'E e'])
  })

  test('finds a link around an image, and both places', () => {
    expect(
      extractLinks('x [![b](/b.svg)](/a)').map(({ target, line, column }) => [target, line, column]),
    ).toEqual([
      ['/b.svg', 1, 9],
      ['/a', 1, 18],
    ])
  })

  test('leaves code, comments, escapes and expressions alone', () => {
    const source =
      '`[a](/a)` \\[b](/b) {/* [c](/c) */} <!-- [d](/d) --> {x("[e](/e)")}\n\n```\n[f](/f)\n```\n'
    expect(targets(source)).toEqual([])
    expect(targets('    [a](/a)\n', 'a.md')).toEqual([])
  })
})
