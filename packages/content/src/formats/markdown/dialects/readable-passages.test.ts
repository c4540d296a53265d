import { describe, expect, test } from 'vitest'
import { parsePage } from '../parse-page.ts'

const read = (source: string, file = 'page.md') => {
  const { page, passages } = parsePage(file, source)
  return { page, text: passages.map(({ content }) => content).join('\n\n') }
}

const MKDOCS = `# Setup

!!! warning "Mind this"

    Back up first. See [it](a.md).

    \`\`\`sh
    docent backup
    \`\`\`

=== "pip"

    ### Install with pip

    Run \`pip\` :rocket: at 10:30:45.

=== "conda"

    Run conda.

???+ note

    Press ++ctrl+c++, ==then wait==.

Apple
:   A fruit of the genus *Malus*.

    !!! tip
        Eat it.

Orange
Tangerine

:   A fruit of an evergreen tree.

[Go](a.md){ .md-button } :material-check:

--8<-- "snippets/a.md"
`

const DOCUSAURUS = `# Setup

import Tabs from '@theme/Tabs';
import TabItem from "@theme/TabItem";

:::tip[Mind \`this\`]

Use it.

:::

<Tabs
  groupId="fruit"
  values={[
    {label: 'Apple', value: 'apple'},
  ]}>
<TabItem value="apple" label="Apple">An apple.</TabItem>
<TabItem value="orange">An orange.</TabItem>
</Tabs>

:::danger
Stop.
:::
`

const VITEPRESS = `# Setup

::: code-group

\`\`\`sh [npm]
npm i
\`\`\`

:::

::: details Click me
Text.
:::

<<< @/snippets/a.js{1}

[[toc]]

> [!IMPORTANT] Heed
> Do it.
`

const GITBOOK = `# Setup

{% hint style="danger" %}
Some info, \`{% raw %}\` in code.
{% endhint %}

{% tabs %}
{% tab title="Node" %}
{% code title="a.js" lineNumbers="true" %}
\`\`\`js
render('{% x %}')
\`\`\`
{% endcode %}
{% endtab %}
{% endtabs %}

{% content-ref url="b.md" %}
[b.md](b.md)
{% endcontent-ref %}

{% embed url="https://example.com/a" %}

{% openapi src="./a.yaml" path="/users" method="get" %}
[a.yaml](a.yaml)
{% endopenapi %}
`

const MARKDOC = `# Setup {% #top .big %}

{% callout type="warning" title="Mind this" %}
Body with {% $variables.name %}a name.
{% /callout %}

{% comment %}
For authors.
{% /comment %}

{% if $flag %}
Yes.
{% else /%}
No.
{% /if %}

{% partial file="x.md" /%}

A paragraph. {% .lead %}
`

const MINTLIFY = `# Setup

<Warning>Mind it.</Warning>

<CodeGroup>

\`\`\`bash npm
npm i
\`\`\`

</CodeGroup>

<Tabs>
  <Tab title="First">
    One **tab**.
  </Tab>
</Tabs>

<ParamField body="id" type="string" required>The id.</ParamField>
`

/** What only a generator reads. */
const RESIDUE =
  /!!!|\?\?\?|===|:::|\{%|%\}|<\/?(?:Tab|docent|CodeGroup|Param|Warning)|\[!|8<|<<<|\[\[toc|^:[ ]|^import |\+\+|\{ ?\.|:material|:rocket:/m

describe('passages hold no marks of a generator', () => {
  test.each([
    ['MkDocs', MKDOCS, 'page.md'],
    ['Docusaurus', DOCUSAURUS, 'page.md'],
    ['Docusaurus', DOCUSAURUS, 'page.mdx'],
    ['VitePress', VITEPRESS, 'page.md'],
    ['GitBook', GITBOOK, 'page.md'],
    ['Markdoc', MARKDOC, 'page.md'],
    ['Mintlify', MINTLIFY, 'page.mdx'],
  ])('of %s', (_name, source, file) => {
    const outsideCode = read(source, file).text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, '')
    expect(outsideCode).not.toMatch(RESIDUE)
  })

  test('but the texts of MkDocs, with code as code, and headings in tabs', () => {
    const { page, text } = read(MKDOCS)
    expect(page.headings.map(({ anchor }) => anchor)).toEqual(['setup', 'install-with-pip'])
    for (const part of [
      '**Mind this**\n\nBack up first. See [it](a.md).\n\n```sh\ndocent backup\n```',
      '**pip**',
      'Run `pip` 🚀 at 10:30:45.',
      '**Note**\n\nPress ctrl+c, then wait.',
      'Apple\n\nA fruit of the genus *Malus*.\n\n**Tip**\n\nEat it.',
      'Orange\n\nTangerine\n\nA fruit of an evergreen tree.',
      '[Go](a.md)',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('snippets/a.md')
    expect(page.content).toContain('!!! warning')
  })

  test('but the texts of Docusaurus and VitePress', () => {
    const { text } = read(DOCUSAURUS)
    expect(text).toBe(
      'Mind `this`\n\nUse it.\n\n**Apple** An apple.\n**orange** An orange.\n\n**Danger**\n\nStop.',
    )
    expect(read(VITEPRESS).text).toBe(
      '```sh [npm]\nnpm i\n```\n\n**Click me**\n\nText.\n\n> **Heed**\n> Do it.',
    )
  })

  test('but the texts of GitBook and Markdoc', () => {
    expect(read(GITBOOK).text).toBe(
      "**Danger**\n\nSome info, `{% raw %}` in code.\n\n**Node**\n\n**a.js**\n\n```js\nrender('{% x %}')\n```\n\n[b.md](b.md)\n\nhttps://example.com/a\n\n**GET /users**\n\n[a.yaml](a.yaml)",
    )
    const { page, text } = read(MARKDOC)
    expect(page.headings).toEqual([{ depth: 1, text: 'Setup', anchor: 'top' }])
    expect(text.replaceAll(/[ \t]+$/gm, '')).toBe(
      '**Mind this**\n\nBody with a name.\n\nYes.\n\nNo.\n\nA paragraph.',
    )
  })

  test('and a page without such marks is read as it is written', () => {
    const source = '# Time: a\n\nAt 10:30:45, a::b and C:\\x.\n\n- a: b\n\n    code {x}\n'
    expect(read(source).text).toContain('At 10:30:45, a::b and C:\\x.')
    expect(read('Ratio\n\n: 1 of 2 :not_an_emoji: http://a:100:b').text).toContain(
      ':not_an_emoji: http://a:100:b',
    )
  })
})

test('a heading keeps the anchor of its short name and shows the emoji', () => {
  const { headings } = read('# :rocket: Launch\n\nText.').page
  expect(headings).toEqual([{ depth: 1, text: '🚀 Launch', anchor: 'rocket-launch' }])
})

describe('ids of headings in comments of MDX', () => {
  const source = '# Hooks\n\n## Reference {/*reference*/}\n\nOne.\n\n### `use(x)` {/* #use */}\n\nTwo.\n'

  test.each(['page.md', 'page.mdx'])('are no text: %s', (file) => {
    const { page, text } = read(source, file)
    expect(page.headings.map(({ text, anchor }) => [text, anchor])).toEqual([
      ['Hooks', 'hooks'],
      ['Reference', 'reference'],
      ['use(x)', 'use'],
    ])
    expect(text).toBe('One.\n\nTwo.')
  })

  test('are left in code', () => {
    expect(read('# A\n\n```md\n## B {/*b*/}\n```\n').text).toContain('## B {/*b*/}')
  })
})

test.each([
  ['The sum $\\sum_{k=0}^{\\infty}$ is here.', '$\\sum_{k=0}^{\\infty}$'],
  ['Also $$x_{a=1}{.b}$$ here.', '$$x_{a=1}{.b}$$'],
  ['And \\(a_{k=0}\\) and \\[b_{k=0}\\].', 'a_{k=0}'],
  ['$$\n\\sum_{k=0}^{n} ==a==\n$$', '\\sum_{k=0}^{n} ==a=='],
  ['It costs $5 or $6, [really](a.md){ .button }.', '[really](a.md).'],
  ['An _emphasis_{ .looks } and \\sum_{k=0} without marks.', '_{k=0} without'],
  ['Call `#!python range(10)` and `#!/bin/sh -e`.', 'Call `range(10)` and `#!/bin/sh -e`.'],
])('formulas and code stay as they are: %j', (source, expected) => {
  expect(read(source).text).toContain(expected)
})

test('abbreviations are not shown', () => {
  expect(read('HTML is old.\n\n*[HTML]: Hyper Text Markup Language\n').text).toBe('HTML is old.')
})

test('code is shown without marks for a build', () => {
  const source =
    '```ts twoslash\nimport x\n// ---cut---\n// @errors: 2322\na() // [!code focus]\n//  ^?\n// ---cut-after---\nend()\n```\n\n```js\n// highlight-next-line\nb() <!-- [!code ++] -->\n// @param x\n```'
  expect(read(source).text).toBe('```ts twoslash\na()\n```\n\n```js\nb()\n// @param x\n```')
})

test.each([
  ['<ParamField query="size" type="integer" default="25" required>Rows.</ParamField>', ['`25`', 'required']],
  ['<ResponseField name="cursor" type="string" deprecated>Cursor.</ResponseField>', ['deprecated']],
  ['<ParamField query="size" required={false}>Rows.</ParamField>', ['Rows.']],
  ['<PackageManagerTabs command="add lantern" />', ['`add lantern`']],
  ['<Install package="@acme/lantern" version="3.2.1" />', ['`@acme/lantern`', '`3.2.1`']],
  ['<Endpoint method="PUT" url="/v1/lanterns" />', ['`PUT`', '`/v1/lanterns`']],
  ['<TypeTable type={{ size: { type: "number", default: "4" } }} />', ['size:', 'default: 4']],
  ['<CodeBlock code={`const lantern = 1`} lang="ts" />', ['`const lantern = 1`']],
])('props of components are found: %s', (source, expected) => {
  const { text } = read(source, 'page.mdx')
  for (const each of expected) expect(text).toContain(each)
  if (source.includes('{false}')) expect(text).not.toContain('required')
})

test('each passage of a long table begins with its header', () => {
  const rows = Array.from(
    { length: 300 },
    (_, at) => `| option_${at} | Description of it | \`${at}\` |`,
  ).join('\n')
  const header = '| Name | Description | Default |\n|---|---|---|\n'
  const { passages } = parsePage('page.md', `# Options\n\n${header}${rows}\n`)
  expect(passages.length).toBeGreaterThan(5)
  expect(passages.filter(({ content }) => !content.startsWith(header))).toEqual([])
  expect(passages.map(({ content }) => content.slice(header.length)).join('\n')).toBe(rows)
})

test('pictures that stand in the page are no text', () => {
  const data = `data:image/png;base64,${'A'.repeat(9_000)}`
  for (const source of [`![x](${data})`, `![x][y]\n\n[y]: ${data}`, `<img alt="x" src="${data}">`])
    expect(read(`${source}\n\nText.`).text).not.toContain('AAAA')
})

test('frontmatter may end with dots', () => {
  expect(parsePage('page.md', '---\ntitle: Dots\n...\n\nText.').page).toMatchObject({ title: 'Dots' })
})
