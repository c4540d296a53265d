import { describe, expect, test, vi } from 'vitest'
import { asciidoc } from './asciidoc-format.ts'
import { locateReferences } from './locate-links.ts'
import { withPageAlias } from './page-alias.ts'
import { selectLines } from './select-lines.ts'

const read = async (source: string, included: Record<string, string> = {}) =>
  asciidoc.parse({
    path: 'a/b.adoc',
    file: 'docs/a/b.adoc',
    source,
    root: 'docs',
    site: { root: '' },
    included: new Map(Object.entries(included)),
    place: () => ({ path: '/a/b' }),
  })

describe('an AsciiDoc page', () => {
  test.each([
    ['*bold* _em_ `code <x>` and x^2^', '**bold** *em* `code <x>` and x2'],
    ['"`quoted`" -- it\'s…', '“quoted”\u2009—\u2009it’s…'],
    ['a & b < c', 'a & b &lt; c'],
    ['https://a.example[Site^] and link:b.html[B]', '[Site](https://a.example) and [B](b.html)'],
    [
      'xref:c.adoc#d[_the_ page], <<here>>\n\n[#here]\n== There [it] is',
      '[*the* page](/a/c#d), [There \\[it\\] is](#here)',
    ],
    ['kbd:[Ctrl+C], menu:File[Save > All], btn:[OK]', '`Ctrl+C`, File > Save > All, **OK**'],
    ['A footnote.footnote:[Like this.]', 'A footnote.[^1]\n\n\n[^1]: Like this.'],
    ['* a\n** b\n* c\n+\n----\nx\n----', '- a\n\n  - b\n- c\n\n  ```\n  x\n  ```'],
    ['. a\n. b', '1. a\n2. b'],
    ['Term:: said of it', '- **Term**: said of it'],
    ['Term::\n+\n----\nx\n----', '- **Term**:\n\n  ```\n  x\n  ```'],
    ['Term::\n* a\n* b', '- **Term**:\n\n  - a\n  - b'],
    ['[NOTE]\n====\n* a\n* b\n====', '**Note:**\n\n- a\n- b'],
    ['NOTE: Mind the gap.', '**Note:** Mind the gap.'],
    ['[WARNING]\n====\nMind *this*.\n====', '**Warning:** Mind **this**.'],
    ['[quote]\nSaid once.', '> Said once.'],
    ['.Name\n[source,js]\n----\na < b && "`"\n----', '**Name**\n\n```js\na < b && "`"\n```'],
    ['|===\n|A |B\n\n|1\n|2 \\| 3\n|===', '| A | B |\n| --- | --- |\n| 1 | 2 \\| 3 |'],
    ['image::x y.png[The, alt]', '![The](x%20y.png)'],
    ['////\nhidden\n////\nshown', 'shown'],
  ])('%j is %j in Markdown', async (source, expected) => {
    expect((await read(`= T\n\n${source}`)).page.content.split('\n\n## ')[0]).toBe(expected)
  })

  test('says of itself what its header has, also what limits its readers', async () => {
    const { page } = await read(
      '= The *Title*\nAn Author <a@b.example>\n:description: One \\\nand two\n:page-groups: staff, board\n:page-draft:\n:keywords: a, b\n\nText.',
    )
    expect(page).toMatchObject({
      title: 'The Title',
      description: 'One and two',
      groups: ['staff', 'board'],
      tags: ['a', 'b'],
      draft: true,
    })
  })

  test('opens no file and no address: what is not in the revision stays out', async () => {
    const source = [
      '= T\n:allow-uri-read:\n:data-uri:\n:docinfo: shared',
      '',
      'before',
      'include::/etc/hostname[]',
      'include::../../../../../../etc/hostname[]',
      'include::https://a.example/x.adoc[]',
      '',
      'image::/etc/hostname.svg[opts=inline]',
      '',
      'after',
    ].join('\n')
    const { page } = await read(source)
    expect(page.content.replace(/\s+/g, ' ')).toBe('before ![hostname](/etc/hostname.svg) after')
  })

  test('includes what the revision has, itself only so often', async () => {
    const { page } = await read('= T\n\ninclude::c.adoc[leveloffset=+1]\n', {
      'a/c.adoc': '= C\n\ninclude::c.adoc[]\n\nText of c.\n',
    })
    expect(page.headings[0]).toEqual({ depth: 2, text: 'C', anchor: '_c' })
    expect(page.content.split('Text of c.').length - 1).toBe(8)
  })

  test('bounds attributes that multiply', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `:a${at + 1}: {a${at}}{a${at}}{a${at}}{a${at}}`)
    const { page } = await read(`= T\n:a0: xxxxxxxxxx\n${lines.join('\n')}\n\n{a40}`)
    expect(page.content.length).toBeLessThan(10_000)
  })

  test('is told once of a mistake inside a list, and nothing is written to the console', async () => {
    using warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { problems } = await asciidoc.inspect('a.adoc', '= T\n\n* a\n+\n--\nopen\n\nmore\n')
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [6, 'The page is not valid AsciiDoc: unterminated open block.'],
    ])
    expect(warn).not.toHaveBeenCalled()
  })

  test('is told where Asciidoctor finds a mistake', async () => {
    const { problems } = await asciidoc.inspect('a.adoc', '= T\n\n== A\n\n==== B\n\n----\nx\n')
    expect(problems.map(({ line, rule, message }) => [line, rule, message])).toEqual([
      [
        5,
        'asciidoc-invalid',
        'The page is not valid AsciiDoc: section title out of sequence: expected level 2, got level 3.',
      ],
      [7, 'asciidoc-invalid', 'The page is not valid AsciiDoc: unterminated listing block.'],
    ])
  })
})

test('references are found where they stand, and not in code and comments', () => {
  const source =
    ':url: https://u.example\n\nxref:a.adoc#b[A] <<c>> <<d.adoc#,D>> {url} link:{url}/x[X] \\xref:no.adoc[]\n// xref:no.adoc[]\n----\nxref:no.adoc[]\ninclude::e.rb[]\n----\nimage::f.png[F,100] https://g.example[G].\n'
  expect(
    locateReferences(source).map(({ target, kind, start, end }) => [target, kind, source.slice(start, end)]),
  ).toEqual([
    ['https://u.example', 'external', 'https://u.example'],
    ['a.adoc#b', 'internal', 'a.adoc#b'],
    ['#c', 'anchor', 'c'],
    ['d.adoc#', 'internal', 'd.adoc#'],
    ['https://u.example/x', 'external', '{url}/x'],
    ['e.rb', 'internal', 'e.rb'],
    ['f.png', 'image', 'f.png'],
    ['https://g.example', 'external', 'https://g.example'],
  ])
})

test.each([
  ['tag=a', 'one\n# tag::a[]\ntwo\n# tag::b[]\nthree\n# end::b[]\n# end::a[]\nfour', 'two\nthree'],
  ['tags=a;!b', 'one\n# tag::a[]\ntwo\n# tag::b[]\nthree\n# end::b[]\n# end::a[]\nfour', 'two'],
  ['tags=!b', 'one\n# tag::b[]\nthree\n# end::b[]\nfour', 'one\nfour'],
  ['lines=1..2;4', 'a\nb\nc\nd', 'a\nb\nd'],
  ['lines=3..-1', 'a\nb\nc\nd', 'c\nd'],
  ['', 'a\n# tag::b[]\nc', 'a\nc'],
])('an include with %s takes its lines', (written, text, expected) => {
  const [name = '', value] = written.split('=')
  expect(selectLines(text, value === undefined ? {} : { [name]: value })).toBe(expected)
})

test.each([
  ['= T\n\nText', '= T\n:page-aliases: old.adoc\n\nText'],
  ['= T\r\n:a: b\r\n', '= T\r\n:page-aliases: old.adoc\r\n:a: b\r\n'],
  ['= T\n:page-aliases: x.adoc\n', '= T\n:page-aliases: x.adoc, old.adoc\n'],
  ['= T\n:page-aliases:\n', '= T\n:page-aliases: old.adoc\n'],
  ['= T\n:page-aliases: me.adoc\n', '= T\n:page-aliases: old.adoc\n'],
  ['= T', '= T\n:page-aliases: old.adoc\n'],
  ['No title\n', undefined],
])('an older name is an alias in %j', (source, expected) => {
  expect(withPageAlias(source, 'old.adoc', ['me.adoc'])).toBe(expected)
})
