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

  test('finds those in tabs and admonitions of MkDocs, with their places', () => {
    const source = [
      '---',
      'title: A',
      '---',
      '=== "Linux"',
      '',
      '    Read [b](b.md).',
      '',
      '        [code](code.md)',
      '',
      '    !!! note',
      '',
      '        See ![d](d.png).',
      '',
      '=== "macOS"',
      '',
      '    ```',
      '    [fenced](fenced.md)',
      '    ```',
      '',
      '    [e]: e.md',
      '',
      '    [code](code.md)'.padStart(26),
      '',
      'After [f](f.md).',
    ].join('\r\n')
    const found = extractLinks(source, 'a.md')
    expect(found.map(({ target, line, column }) => [target, line, column])).toEqual([
      ['b.md', 6, 14],
      ['d.png', 12, 18],
      ['e.md', 20, 10],
      ['f.md', 24, 11],
    ])
    const lines = source.split('\r\n')
    for (const { target, line, column } of found)
      expect(lines[line - 1]?.slice(column - 1, column - 1 + target.length)).toBe(target)
  })

  test('takes an indented mark for code, and MDX as it is', () => {
    expect(targets('Text.\n\n    !!! note\n\n        [a](/a)\n', 'a.md')).toEqual([])
    expect(targets('=== "Tab"\n\n    [a](/a)\n', 'a.mdx')).toEqual(['internal /a'])
  })

  test('reads an admonition of very many lines', () => {
    const source = `!!! note\n\n${'    a\n'.repeat(300_000)}    [b](b.md)\n`
    expect(targets(source, 'a.md')).toEqual(['internal b.md'])
  })
})
