import { parsePage } from '@docent/content'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderPage } from './render-page.ts'
import { fillReferences } from './rendered-page.ts'

function html(source: string, file = 'page.md'): string {
  const { page } = parsePage(file, source)
  return fillReferences(renderPage(page), ({ target }) => `/x/${target}`).replaceAll('\n', '')
}

const callout = (tone: string, title: string, text: string) =>
  `<div class="callout callout-${tone}" role="note"><p class="callout-title">${title}</p>${text}</div>`

describe('containers with colons', () => {
  test.each([
    ['VitePress', '::: warning Mind this\nText.\n:::', 'Mind this'],
    ['VitePress without a title', ':::warning\nText.\n:::', 'Warning'],
    ['Docusaurus', ':::warning[Mind this]\n\nText.\n\n:::', 'Mind this'],
    ['Starlight', ':::warning[Mind this]{icon="heart"}\nText.\n:::', 'Mind this'],
    ['Pandoc', '::: {.callout-warning title="Mind this"}\nText.\n:::', 'Mind this'],
    ['marks in a title', '::: warning Mind `this`\nText.\n:::', 'Mind <code>this</code>'],
    ['no end', '::: warning Mind this\nText.', 'Mind this'],
  ])('of %s are callouts, in Markdown and in MDX', (_name, source, title) => {
    expect(html(source)).toBe(callout('warning', title, '<p>Text.</p>'))
    expect(html(source, 'page.mdx')).toBe(callout('warning', title, '<p>Text.</p>'))
  })

  test('stand in each other, in lists and around code', () => {
    const nested = html('::::note\nOuter.\n:::tip\nInner.\n:::\nMore.\n::::\nBehind.')
    expect(nested).toBe(
      `${callout('note', 'Note', `<p>Outer.</p>${callout('tip', 'Tip', '<p>Inner.</p>')}<p>More.</p>`)}<p>Behind.</p>`,
    )
    expect(html('1. One\n\n   :::tip\n   Inner.\n   :::\n\n2. Two')).toMatch(
      /^<ol><li><p>One<\/p><div class="callout callout-tip".*Inner.*<\/div><\/li><li><p>Two/,
    )
    expect(html('```md\n::: tip\nText.\n:::\n```')).toContain('::: tip')
    expect(html('::: tip\n```sh\n:::\n```\n:::')).toContain('<code class="language-sh">:::</code>')
  })

  test('group code and tabs, and fold', () => {
    expect(html('::: code-group\n```sh [npm]\nnpm i\n```\n```sh [pnpm]\npnpm i\n```\n:::')).toMatch(
      /^<div class="tabs"><section class="tab"><p class="tab-title">npm<.*tab-title">pnpm</,
    )
    expect(html(':::tabs\n== One\nA\n== Two\nB\n:::')).toMatch(/tab-title">One<.*A<.*tab-title">Two<.*B</)
    expect(html('::: details Click {open}\nText.\n:::')).toBe(
      '<details open><summary>Click</summary><p>Text.</p></details>',
    )
    expect(html('::: v-pre\nText.\n:::')).toBe('<p>Text.</p>')
  })

  test('say that a reference made from code is not here', () => {
    const shown = html('::: acme.client.Client\n    options:\n        show_root_heading: true\n\nBehind.')
    expect(shown).toContain('Reference of <code>acme.client.Client</code>')
    expect(shown).not.toContain('options')
    expect(shown).toContain('<p>Behind.</p>')
    const headed = html('## ::: acme\n    options:\n        a: b\n\n### ::: acme.client\n\nBehind.')
    expect(headed).toContain('<h3 id="acme.client">acme.client<a')
    expect(headed).not.toMatch(/:::|options/)
    expect(headed).toContain('<p>Behind.</p>')
  })
})

describe('blocks of MkDocs', () => {
  test('are callouts, folded parts and tabs', () => {
    expect(html('!!! tip "Use `it`"\n\n    Text.\n\n    - a\n\nBehind.')).toBe(
      `${callout('tip', 'Use <code>it</code>', '<p>Text.</p><ul><li>a</li></ul>')}<p>Behind.</p>`,
    )
    expect(html('!!! note ""\n    Text.')).toBe(
      '<div class="callout callout-note" role="note" aria-label="Note"><p>Text.</p></div>',
    )
    expect(html('???+ info inline end "More"\n    Text.')).toBe(
      '<details open><summary>More</summary><p>Text.</p></details>',
    )
    expect(html('=== "A"\n\n    One.\n\n=== "B"\n\n    ```sh\n    two\n    ```\n')).toMatch(
      /^<div class="tabs"><section class="tab"><p class="tab-title">A<\/p><p>One\.<\/p><\/section><section class="tab"><p class="tab-title">B<.*two/,
    )
  })

  test('stand in each other and in lists; code of four spaces stays code', () => {
    expect(html('!!! note\n\n    === "A"\n\n        !!! tip\n            Deep.')).toMatch(
      /callout-note.*class="tabs".*callout-tip.*Deep/,
    )
    expect(
      html('1.  One\n\n    !!! tip\n        In.\n\n        === "A"\n\n            B.\n\n2.  Two'),
    ).toMatch(/^<ol><li>.*callout-tip.*class="tabs".*B\..*<\/li><li>/)
    expect(html('Text.\n\n    !!! tip\n        In.\n')).toContain('<pre tabindex="0"><code>!!! tip')
  })

  test('leave marks for looks out, and show keys and marked text', () => {
    const source =
      '[Go](a.md){ .md-button .md-button--primary } :material-check:{ .ok } `x`{ .y } ++ctrl+alt+del++ ==so==\n{: .lead }\n\n``` { .yaml .annotate title="a.yml" }\na: 1\n```\n'
    const shown = html(source)
    expect(shown).not.toMatch(/[{}]|:material/)
    expect(shown).toContain('<kbd>ctrl</kbd>+<kbd>alt</kbd>+<kbd>del</kbd> <mark>so</mark>')
    expect(shown).toContain('<p class="code-title">a.yml</p>')
    expect(html('`{ .a }` and a == b == c, i++ and C++ too: {x}')).toContain(
      '<code>{ .a }</code> and a == b == c, i++ and C++ too: {x}',
    )
    expect(html('--8<-- "parts/a.md"')).toContain('<code>parts/a.md</code>')
  })
})

test('references to code that only a build knows are text', () => {
  expect(html('Use [`run`][acme.run], [typing][] and [it][own.page].\n\n[own.page]: b.md')).toBe(
    '<p>Use <code>run</code>, typing and <a href="/x/b.md">it</a>.</p>',
  )
  expect(html('`a[0][b.c]` and [x] [y]')).toBe('<p><code>a[0][b.c]</code> and [x] [y]</p>')
})

describe('shortcodes of Hugo', () => {
  test.each([
    ['{{% alert color="warning" title="Mind" %}}\nText.\n{{% /alert %}}', 'warning', 'Mind'],
    ['{{< hint danger >}}\nText.\n{{< /hint >}}', 'danger', 'Danger'],
    ['{{% notice tip "Mind" %}}Text.{{% /notice %}}', 'tip', 'Mind'],
    ['{{< note >}}\nText.\n{{< /note >}}', 'note', 'Note'],
  ])('%s is a callout', (source, tone, title) => {
    expect(html(source)).toBe(callout(tone, title, '<p>Text.</p>'))
  })

  test('are tabs, folded parts, links, pictures and code', () => {
    expect(
      html('{{< tabpane text=true >}}\n{{% tab header="A" %}}\nOne.\n{{% /tab %}}\n{{< /tabpane >}}'),
    ).toContain('<p class="tab-title">A</p><p>One.</p>')
    expect(
      html('{{< tabpane >}}\n{{< tab header="A" lang="sh" >}}\n# one\n{{< /tab >}}\n{{< /tabpane >}}'),
    ).toMatch(/tab-title">A<.*<pre.*# one/)
    expect(html('{{< details "More" >}}\nText.\n{{< /details >}}')).toBe(
      '<details><summary>More</summary><p>Text.</p></details>',
    )
    expect(html('See [it]({{< relref "b.md#c" >}}).')).toBe('<p>See <a href="/x/b.md#c">it</a>.</p>')
    expect(html('{{< figure\n  src="/a.png"\n  caption="A picture" >}}')).toMatch(
      /<figure><img src="\/x\/\/a\.png".*<figcaption>A picture</,
    )
    expect(html('{{< highlight go "linenos=table" >}}\nx := "{{< a >}}"\n{{< /highlight >}}')).toMatch(
      /<pre.*language-go.*\{\{&#x3C; a >\}\}/,
    )
    expect(html('{{< youtube abc >}}')).toContain('https://www.youtube.com/watch?v=abc')
  })

  test('that nobody knows show their text, or their name', () => {
    expect(html('{{< own x="1" >}}\nText.\n{{< /own >}}')).toBe('<p>Text.</p>')
    expect(html('{{< own/part >}}')).toBe('<div class="component">own/part</div>')
    expect(html('| a |\n| - |\n| {{< own >}} |')).toContain('<td>')
  })

  test('stay in code, and where their author escaped them', () => {
    expect(html('`{{< a >}}` and {{</* b */>}}\n\n```\n{{</* c */>}}\n```')).toMatch(
      /<code>\{\{&#x3C; a >\}\}<\/code> and \{\{&#x3C; b >\}\}.*\{\{&#x3C; c >\}\}/,
    )
  })
})

describe('definition lists of MkDocs and Hugo', () => {
  test('are terms and definitions, with blocks in them', () => {
    const shown = html('Apple\n:   A fruit.\n\n    - red\n\nPear\n\n:   Another.\n:   Once more.\n\nBehind.')
    expect(shown.replaceAll(/<\/?p>/g, '')).toBe(
      '<dl><dt>Apple</dt><dd>A fruit.<ul><li>red</li></ul></dd><dt>Pear</dt><dd>Another.</dd><dd>Once more.</dd></dl>Behind.',
    )
    expect(html('- a\n: b\n\n```\na\n: b\n```')).not.toContain('<dl>')
  })
})

describe('tags of GitBook and Markdoc', () => {
  test.each([
    ['{% hint style="warning" %}\nText.\n{% endhint %}', 'Warning'],
    ['{% callout type="warning" title="Mind" %}\nText.\n{% /callout %}', 'Mind'],
    ['{% warning %}\nText.\n{% endwarning %}', 'Warning'],
  ])('%s is a callout', (source, title) => {
    expect(html(source)).toBe(callout('warning', title, '<p>Text.</p>'))
  })

  test('are tabs, titles of code, addresses, ids of headings and nothing', () => {
    const source =
      '{% tabs %}\n{% tab title="A" %}\n{% code title="a.js" %}\n```js\na()\n```\n{% endcode %}\n{% endtab %}\n{% tab title="B" %}\nTwo.\n{% endtab %}\n{% endtabs %}'
    expect(html(source)).toMatch(/tab-title">A<.*a\.js.*<pre.*tab-title">B<.*<p>Two\.</)
    expect(html('{% embed url="https://example.com/a" %}')).toContain('<a href="https://example.com/a"')
    expect(html('## Title {% #own %}\n\n[x](#own)')).toMatch(/<h2 id="own">/)
    expect(html('a {% $b %}c\n\n{% if $d %}\ne\n{% /if %}')).toBe('<p>a c</p><p>e</p>')
    expect(html('`{% x %}` and\n\n```\n{% y %}\n```')).toMatch(/<code>\{% x %\}<\/code>.*\{% y %\}/)
  })
})

describe('short names of emoji', () => {
  test('are emoji in text and headings, not in code', () => {
    expect(html('## :rocket: Go\n\n:tada: `:tada:` 10:30:45 :nobody:')).toMatch(
      /<h2 id="rocket-go">.*🚀 Go.*<p>🎉 <code>:tada:<\/code> 10:30:45 :nobody:<\/p>/,
    )
  })
})

describe('other marks', () => {
  test('alerts of GitHub are callouts', () => {
    expect(html('> [!WARNING]\n> Text.\n>\n> More.')).toBe(
      callout('warning', 'Warning', '<p>Text.</p><p>More.</p>'),
    )
    expect(html('> [!tip] Mind **this**\n> Text.', 'a.mdx')).toBe(
      callout('tip', 'Mind <strong>this</strong>', '<p>Text.</p>'),
    )
    expect(html('> [!other]\n> Text.')).toContain('<blockquote>')
  })

  test('marks of lines in code go, and tabs get the names of their list', () => {
    const code = '```js{1,2} twoslash\na() // [!code focus]\n// highlight-next-line\nb()\n```'
    expect(html(code).replaceAll(/<[^>]+>/g, '')).toBe('a()b()')
    expect(html("<Tabs items={['npm', 'yarn']}><Tab>a</Tab><Tab>b</Tab></Tabs>", 'a.mdx')).toMatch(
      /tab-title">npm<.*tab-title">yarn</,
    )
    expect(html('<LinkButton href="b.md">Go</LinkButton>', 'a.mdx')).toBe('<p><a href="/x/b.md">Go</a></p>')
    expect(html('<Code code={`let a`} lang="js" title="a.js" />', 'a.mdx')).toMatch(/code-title">a\.js<.*let/)
  })
})

test('every text ends in time, and leaves nothing that runs', () => {
  const parts = fc.constantFrom(
    ':::',
    '::::',
    ' tip',
    '[T]',
    '{open}',
    '!!! note',
    '??? tip',
    '=== "A"',
    '    ',
    '\n',
    '\n\n',
    '{{< tab >}}',
    '{{< /tab >}}',
    '{{% x "',
    '{% hint %}',
    '{% endhint %}',
    '{% x "',
    '%}',
    ':   a',
    ':tada:',
    '%}}',
    '> [!NOTE]',
    '```',
    '`',
    '<script>',
    '"onclick="x',
    '- ',
    '{ .a }',
    'text',
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 30 }), fc.constantFrom('a.md', 'a.mdx'), (pieces, file) => {
      // Quotation marks in texts are no ends of values, so tags are found first.
      const tags = [...html(pieces.join(''), file).matchAll(/<(?:"[^"]*"|'[^']*'|[^"'>])*>/g)]
        .map(([tag]) => tag.replaceAll(/"[^"]*"|'[^']*'/g, '""'))
        .join('')
      expect(tags).not.toMatch(/<(?:script|style|docent-)|\son\w+=/i)
    }),
    { numRuns: 300 },
  )
})
