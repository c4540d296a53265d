import { parsePage } from '@docent/content'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderPage } from './render-page.ts'
import { fillReferences } from './rendered-page.ts'

function html(source: string, file = 'page.mdx'): string {
  const { page } = parsePage(file, source)
  return fillReferences(renderPage(page), ({ kind, target }) => `/${kind}/${target}`)
}

describe('renderPage', () => {
  test('keeps titles of code in tabs with titles of their own', () => {
    const tab = (title: string) =>
      html(`=== "Python"\n\n    \`\`\`py title="${title}"\n    x = 1\n    \`\`\``, 'a.md')
    expect(tab('main.py')).toContain('<p class="code-title">main.py</p>')
    expect(tab('Python')).not.toContain('code-title')
  })

  test.each(['page.md', 'page.mdx'])('gives headings of %s the anchors that the index cites', (file) => {
    const source = [
      '# The title',
      '## Install `npm` *now*',
      '## docent projects add',
      '## Docent main',
      '## Install',
      '## Install',
      '## Set {/*by-comment*/}',
      '## `use()` {/* #by-comment-with-a-mark */}',
      '## Über & "uns"',
      '## Named {#by-hand}',
      '## Also named {#by–hand-(too)}',
      '- ### In a list',
      '## A [link](/a) here',
    ].join('\n\n')
    const { page } = parsePage(file, source)
    const rendered = html(source, file)
    const ids = [...rendered.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual(page.headings.map(({ anchor }) => anchor))
    expect(ids).toContain('by-comment')
    expect(ids).toContain('by-comment-with-a-mark')
    expect(rendered).not.toContain('by-hand}')
    expect(rendered).not.toMatch(/[{}]|\/\*/)
  })

  test('shows the usual components as plain HTML', () => {
    expect(html('<Warning>Hot</Warning>')).toBe(
      '<div class="callout callout-warning" role="note" aria-label="Warning">Hot</div>',
    )
    expect(html('<Card title="A" href="/b">c</Card>')).toContain('<a href="/page//b">A</a>')
    expect(html('<Steps>\n<Step title="One">a</Step>\n<Step title="Two">b</Step>\n</Steps>')).toMatch(
      /^<ol class="steps"><li class="step" id="one">.*<li class="step" id="two">.*<\/ol>$/s,
    )
    expect(html('<Accordion title="More">x</Accordion>')).toContain('<summary>More</summary>')
    expect(html('<CodeGroup>\n```js a.js\n1\n```\n```py b.py\n2\n```\n</CodeGroup>')).toMatch(
      /class="tab-title">a\.js<.*class="tab-title">b\.py</s,
    )
  })

  test('shows what a component holds that it does not know, and never fails for it', () => {
    expect(html('<Chart data={[1, 2]}>inside</Chart>')).toBe('<div>inside</div>')
    expect(html('Text <Odd/> here')).toBe('<p>Text  here</p>')
    expect(html('<Odd title="Linked" />')).toBe('<div id="linked"></div>')
    expect(html('<a.b.c>x</a.b.c>')).toContain('x')
    expect(html('<toString>x</toString>\n\n<constructor>y</constructor>')).toContain('x')
  })

  test('keeps anchors by their names', () => {
    const source = '<a name="old"></a>\n\n## <a name="inline"></a>Title\n'
    for (const file of ['a.md', 'a.mdx'])
      expect(html(source, file)).toMatch(/<a id="old"><\/a>.*<a id="inline"><\/a>/s)
  })

  test('reads a page that is no valid MDX as Markdown', () => {
    expect(html('# A\n\nan <unclosed tag and { a brace\n\n<Note>b')).toContain('<h1 id="a">A</h1>')
  })

  test('hides an expression of comments alone, and takes no time to see that there is more', () => {
    expect(html('{/* a */ /* **b */\n/**/}')).toBe('')
    const before = process.threadCpuUsage()
    expect(html(`<B />\n\n{${'/**/'.repeat(26)} a}`, 'a.md')).toContain('/**/ a')
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(1_000)
  })

  test('runs no expression, and shows none of a page of MDX', () => {
    Reflect.deleteProperty(globalThis, 'pwned')
    const source =
      '{globalThis.pwned = 1} {"text"} {/* comment */}\n\n{all.map((one) => <li>{one}</li>)}\n\nexport const a = (globalThis.pwned = 1)\n'
    expect(html(source).trim()).toBe('<p> text </p>')
    expect(Reflect.has(globalThis, 'pwned')).toBe(false)
  })

  test('shows braces of Markdown with components as they are written, unless they hold components', () => {
    const rendered = html(
      '<Note>\n\nGet `/users` or {id} {all.map((one) => <li>{one}</li>)}.\n\n</Note>',
      'a.md',
    )
    expect(rendered).toContain('<code class="expression">{id}</code>')
    expect(rendered).not.toContain('map')
  })

  test('takes addresses within the documentation out, and keeps those that are safe', () => {
    const { page } = parsePage(
      'a.md',
      '[a](b.md#c) [d](https://e.test) [f](#g) [h](javascript:1) ![i](j.png)',
    )
    const { references, parts } = renderPage(page)
    expect(references).toEqual([
      { kind: 'page', target: 'b.md#c' },
      { kind: 'image', target: 'j.png' },
    ])
    expect(parts.join('')).toContain('href="https://e.test" rel="noopener noreferrer"')
    expect(parts.join('')).toContain('href="#g"')
    expect(parts.join('')).not.toContain('javascript')
    expect(fillReferences({ parts, references, hasTitle: false }, () => '"><b>')).toContain(
      'href="&quot;>&lt;b>"',
    )
  })

  test('gives a picture that is nowhere no address, so that nothing loads', () => {
    const { page } = parsePage('a.md', '![A chart](chart.png) [b](b.md)')
    expect(fillReferences(renderPage(page), () => undefined)).toContain(
      '<img alt="A chart" loading="lazy" decoding="async"> <a href="#">b</a>',
    )
  })

  test('colours code by classes and names it, whatever stands behind its language', () => {
    const rendered = html('```js title="a.js" {1}\nconst a = "<b>"\n```', 'page.md')
    expect(rendered).toContain('<p class="code-title">a.js</p>')
    expect(rendered).toContain('<span class="t-kwd">const</span>')
    expect(rendered).toContain('&#x3C;b>')
    expect(rendered).not.toContain('style=')
  })

  test('leaves nothing that runs in any text', () => {
    const parts = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '`',
      '{',
      '}',
      '\n',
      '\n\n',
      ' ',
      'script',
      'img src=x onerror=x',
      'Note',
      'svg',
      '/',
      '=',
      '![',
      '](',
      ')',
      'javascript:',
      'style',
      '<!--',
      '-->',
      '\\',
      '&lt;',
      '|',
      '#',
      'a',
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 25 }), fc.constantFrom('a.md', 'a.mdx'), (pieces, file) => {
        const tags = [
          ...html(pieces.join(''), file)
            .replaceAll(/"[^"]*"/g, '""')
            .matchAll(/<[^>]*>/g),
        ].join('')
        expect(tags).not.toMatch(/<(?:script|style|svg|iframe|object)|\s(?:on\w+|style)=/i)
      }),
      { numRuns: 200 },
    )
  })
})

test('shows a heading of the second level that is the title of the page as its title', () => {
  const shown = (content: string, title: string) => renderPage({ file: 'a.md', content, headings: [], title })
  const chapter = shown('## Closures\n\ntext\n\n### Capturing\n\n#### More\n', 'Closures')
  expect(chapter.hasTitle).toBe(true)
  expect(chapter.parts.join('')).toMatch(/<h1[^>]*>.*Closures.*<h2[^>]*>.*Capturing.*<h3/s)
  expect(shown('## A\n\n## B\n\n### C\n', 'A').parts.join('')).toMatch(/<h1.*<h2.*<h3/s)
  expect(shown('## A\n', 'B').hasTitle).toBe(false)
  expect(shown('## A\n\n# B\n', 'A').parts.join('')).toMatch(/<h2.*<h1/s)
})

test('marks what the other side of a change does not have, and where the change begins', () => {
  const side = (content: string) => ({ file: 'page.md', content, headings: [] })
  const before = side('# A\n\nSame.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nGone.')
  const after = side('# A\n\nSame.\n\n- one\n- three\n- two\n\n| a | b |\n|---|---|\n| 1 | 3 |\n')
  const html = fillReferences(renderPage(after, before), () => undefined)
  expect(html).toContain('<li class="changed"><span id="docent:change"></span>three</li>')
  expect(html).toMatch(/<tr class="changed">\s*<td>1<\/td>\s*<td>3<\/td>/)
  expect(html.match(/class="changed"/g)).toHaveLength(2)
  const old = fillReferences(renderPage(before, after), () => undefined)
  expect(old).toContain('<li><span id="docent:change"></span>two</li>')
  expect(old).toContain('<p class="changed">Gone.</p>')
  expect(fillReferences(renderPage(before, before), () => undefined)).not.toMatch(/changed|docent:change/)
})

test.each([
  ['<Accordion title="A" description="Why">B</Accordion>', '<summary>A</summary><p>Why</p>'],
  ['<Card title="A" href="/a" cta="Go">B</Card>', '<p><a href="/page//a">Go</a></p>'],
  ['<Update label="May" tags={["One", "Two"]}>B</Update>', 'One, Two'],
  ['A <Tooltip tip="Tip" headline="Head" cta="More" href="/a">word</Tooltip>.', 'word (Head: Tip. <a'],
  ['<Frame caption="C" hint="H">B</Frame>', '<p>H</p>'],
  ['<ResponseField name="a" post={["last"]}>B</ResponseField>', ' last '],
  ['<Prompt description="Copy it">B</Prompt>', '<p>Copy it</p>'],
  ['<Color.Item name="red" value="#f00" />', 'red <code>#f00</code></p>'],
])('shows the texts in the properties of %s', (source, expected) => {
  expect(html(source)).toContain(expected)
})
