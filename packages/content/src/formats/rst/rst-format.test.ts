import { expect, test } from 'vitest'
import { rst } from './rst-format.ts'

async function read(source: string) {
  return rst.parse({
    ...{ path: 'a/page.rst', file: 'a/page.rst', source, root: '', site: { root: '' }, included: new Map() },
    place: (frontmatter) => ({ path: '/a/page', frontmatter }),
  })
}

async function markdown(source: string): Promise<string> {
  return (await read(source)).page.content
}

test('has the title, headings with the ids of docutils, and the fields at the top', async () => {
  const { page, anchors } = await read(
    ':orphan:\n\n.. _top:\n\n=====\nTitle\n=====\n\nText.\n\nA ``b`` & c\n-----------\n\nMore.\n\nTitle\n-----\n',
  )
  expect(page).toMatchObject({ title: 'Title', frontmatter: { orphan: true } })
  expect(page.headings.map(({ anchor, depth }) => [anchor, depth])).toEqual([
    ['title', 1],
    ['a-b-c', 2],
    ['id1', 2],
  ])
  expect(anchors).toContain('top')
})

test.for<[what: string, source: string, markdown: string]>([
  ['marks', '*a* **b** ``c*`` `d` \\*e* f_g __h__', '*a* **b** `c*` *d* \\*e\\* f_g \\_\\_h\\_\\_'],
  [
    'links',
    '`a <b.html>`_ c_ `d e`__\n\n.. _c: https://c.d\n__ https://e.f',
    '[a](b.html) [c](https://c.d) [d e](https://e.f)',
  ],
  ['documents', ':doc:`b` :doc:`text </c/d>`', '[b](/a/b) [text](/c/d)'],
  ['roles', ':kbd:`Ctrl` :func:`~a.b` :file:`x/{y}` :unknown:`z`', '<kbd>Ctrl</kbd> `b()` `x/y` z'],
  ['substitutions', '|a| b\n\n.. |a| replace:: *so*', '*so* b'],
  ['literal blocks', 'So::\n\n    a\n      b\n\nEnd', 'So:\n\n```\na\n  b\n```\n\nEnd'],
  ['lists', '- a\n- b\n\n  1. c\n  2. d', '- a\n- b\n\n  1. c\n  2. d'],
  ['no list', 'A. Einstein was\nhere.', 'A. Einstein was here.'],
  ['definitions', 'term\n   Meaning.', '- **term**\n\n  Meaning.'],
  [
    'grid tables',
    '+---+---+\n| a | b |\n+===+===+\n| c | d |\n+---+---+',
    '| a | b |\n| --- | --- |\n| c | d |',
  ],
  ['simple tables', '== ==\na  b\n== ==\nc  d\n   e\n== ==', '| a | b |\n| --- | --- |\n| c | d e |'],
  [
    'code',
    '.. code-block:: py\n   :caption: a.py\n   :emphasize-lines: 1\n\n   x = 1',
    '```py title="a.py" {1}\nx = 1\n```',
  ],
  ['nothing that is not shown', '.. a comment\n   more\n\n.. raw:: latex\n\n   x\n\nText', 'Text'],
  [
    'HTML that is written as such',
    '.. raw:: html\n\n   <b>x</b>\n\n.. raw:: html\n\n   <script>y</script>',
    '<b>x</b>',
  ],
  [
    'numbers of footnotes, which no label has',
    'A [#]_, [1]_, [#b]_, and [*]_.\n\n.. [#] One.\n.. [1] Two.\n.. [#b] Three.\n.. [*] Four.',
    [
      'A [\\[2\\]](#id5), [\\[1\\]](#id6), [\\[3\\]](#b), and [\\[\\*\\]](#id7).',
      '',
      '- <a id="id5"></a>\\[2\\] One.',
      '- <a id="id6"></a>\\[1\\] Two.',
      '- <a id="b"></a>\\[3\\] Three.',
      '- <a id="id7"></a>\\[*\\] Four.',
    ].join('\n'),
  ],
  ['unknown directives as their body', '.. none:: x\n   :y: z\n\n   Body.', 'Body.'],
  ['versions', '.. versionadded:: 2.1\n   The key.', '*Added in version 2.1:* The key.'],
  [
    'csv tables',
    '.. csv-table::\n   :header: a, b\n\n   "c, d", e',
    '| a | b |\n| --- | --- |\n| c, d | e |',
  ],
  ['conditions', '.. only:: html and not draft\n\n   Yes.\n\n.. only:: latex\n\n   No.', 'Yes.'],
  ['objects', '.. function:: f(a)\n\n   Does.', '## `f(a)` {#f}\n\nDoes.'],
])('reads %s', async ([, source, expected]) => {
  expect(await markdown(source)).toBe(expected)
})

test('tells of text that only a build has', async () => {
  const { problems } = await read('T\n=\n\n.. autoclass:: a.B\n')
  expect(problems).toMatchObject([{ rule: 'text-generated', line: 4, severity: 'warning' }])
})

test('has its links where they are written', () => {
  const source =
    ':doc:`a <b/c>` `x <d.html>`_\n\n.. toctree::\n   :hidden:\n\n   one\n   Two <two>\n\n::\n\n   :doc:`not`\n\n.. image:: i.png\n'
  const found = rst.links('p.rst', source)
  expect(found.map(({ target }) => target)).toEqual(['b/c.rst', 'd.html', 'one.rst', 'two.rst', 'i.png'])
  expect(found.map(({ start, end }) => source.slice(start, end))).toEqual([
    'b/c',
    'd.html',
    'one',
    'two',
    'i.png',
  ])
})

test('reads text that is nested without end', async () => {
  const depth = 10_000
  const nested = Array.from({ length: 1_000 }, (_, at) => `${' '.repeat(at)}a`).join('\n\n')
  for (const source of ['- '.repeat(depth), nested, `${'.. note:: '.repeat(depth)}x`, '1. '.repeat(depth)])
    expect((await read(source)).passages.length).toBeGreaterThan(0)
})

test('throws for no text', async () => {
  const parts = [
    '.. ',
    '::',
    '\n',
    '\n\n',
    '   ',
    '*',
    '`',
    '``',
    '|',
    '_',
    '[1]_',
    '+--+--+',
    '=== ===',
    '- ',
    '1. ',
    ':a:',
    'x',
    '\\',
    '====',
    '.. include:: ',
    '<',
    '>',
    '"',
    '\t',
    '.. |a| replace:: |a|',
    '|a|',
    '.. list-table::',
    '* - ',
    'ü漢',
  ]
  let seed = 1
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  for (let round = 0; round < 300; round += 1) {
    const source = Array.from({ length: 60 }, () => parts[Math.floor(random() * parts.length)]).join('')
    rst.frontmatter(source)
    rst.links('a.rst', source)
    await read(source)
  }
})
