import { describe, expect, test } from 'vitest'
import { UNREADABLE_GROUP } from '../page/page-metadata.ts'
import { parsePage } from './parse-page.ts'

const MDX = `---
title: "Quickstart"
description: Start in five minutes
tags: [install, cli]
version: 2
---
import { Note } from '/snippets/note.mdx'

Install the command line tool, sign in, and answer the first question of a reader in five minutes.

{/* a note for authors */}

## Install {#setup}

<Steps>
  <Step title="Get it">
    Run *this* in a terminal, see [the reference](/reference/cli#install "CLI"):

    \`\`\`bash title="terminal"
    npm install docent
    # not a heading
    \`\`\`
  </Step>
</Steps>

<Card title="Next: configure" href="/configure" icon="gear">
  Name your git host and models.
</Card>

Configure it
------------

| Key | Meaning |
| --- | ------- |
| model | which model answers |

- [x] a done task, with ~~old~~ text and https://example.com/a_(b).
`

describe('parsePage', () => {
  test('reads metadata, headings and links of an MDX page', () => {
    const { page, problems, anchors } = parsePage('docs/guides/index.mdx', MDX, { root: 'docs' })
    expect(page).toMatchObject({
      path: '/guides',
      file: 'docs/guides/index.mdx',
      title: 'Quickstart',
      description: 'Start in five minutes',
      tags: ['install', 'cli'],
      version: '2',
      hidden: false,
    })
    expect(page.headings).toEqual([
      { depth: 2, text: 'Install', anchor: 'setup' },
      { depth: 2, text: 'Configure it', anchor: 'configure-it' },
    ])
    expect(
      page.links.map(({ target, text, kind, line, column }) => [target, text, kind, line, column]),
    ).toEqual([
      ['/reference/cli#install', 'the reference', 'internal', 17, 51],
      ['/configure', 'Next: configure', 'internal', 26, 37],
      ['https://example.com/a_(b)', 'https://example.com/a_(b)', 'external', 37, 42],
    ])
    expect(anchors).toContain('get-it')
    expect(problems).toEqual([])
  })

  test('cuts passages by heading, with JSX reduced to its texts', () => {
    const { passages } = parsePage('docs/guides/index.mdx', MDX, { root: 'docs' })
    expect(passages.map((passage) => [passage.id, passage.headings])).toEqual([
      ['/guides#~0', ['Quickstart']],
      ['/guides#setup~0', ['Quickstart', 'Install']],
      ['/guides#configure-it~0', ['Quickstart', 'Configure it']],
    ])
    expect(passages[0]?.content).toMatch(/^Start in five minutes\n\nInstall the command/)
    expect(passages[1]?.content).toBe(
      [
        '**Get it**',
        'Run *this* in a terminal, see [the reference](/reference/cli#install "CLI"):',
        '```bash title="terminal"\nnpm install docent\n# not a heading\n```',
        '[Next: configure](/configure)',
        'Name your git host and models.',
      ].join('\n\n'),
    )
    expect(passages[2]?.content).toContain('| model | which model answers |')
  })

  test('takes the title from the frontmatter, the first heading, or the file name, in this order', () => {
    expect(parsePage('a.md', '---\ntitle: One\n---\n# Two').page.title).toBe('One')
    expect(parsePage('a.md', '---\nsidebarTitle: Side\n---\n# Two').page.title).toBe('Two')
    expect(parsePage('a.md', '---\nsidebarTitle: Side\n---\ntext').page.title).toBe('Side')
    expect(parsePage('a.md', 'text\n\n# Two `code` & *three*').page.title).toBe('Two code & three')
    expect(parsePage('getting-started.md', 'text').page.title).toBe('Getting started')
  })

  test('gives repeated headings the anchors that GitHub gives them', () => {
    const { page } = parsePage('a.md', '# Use\n\n## Use\n\n## Use!\n\nUse\n===')
    expect(page.headings.map((heading) => heading.anchor)).toEqual(['use', 'use-1', 'use-2', 'use-3'])
  })

  test('keeps passage ids when another section is added before them', () => {
    const section = (name: string) => `## ${name}\n\n${'words about it '.repeat(10)}\n\n`
    const before = parsePage('a.md', section('One') + section('Two')).passages
    const after = parsePage('a.md', section('Zero') + section('One') + section('Two')).passages
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)))
  })

  test('splits a long section between paragraphs and never inside a code fence', () => {
    const code = `\`\`\`js\n${'line of code\n\n'.repeat(300)}\`\`\``
    const source = `# Long\n\n${'A sentence of prose. '.repeat(40)}\n\n${code}\n\n${'word '.repeat(1500)}`
    const contents = parsePage('a.md', source).passages.map((passage) => passage.content)
    expect(contents).toContain(code)
    for (const content of contents) {
      expect((content.match(/```/g) ?? []).length % 2).toBe(0)
      if (content !== code) expect(content.length).toBeLessThanOrEqual(2_000)
    }
  })

  test('joins tiny sections with their neighbour, headings included', () => {
    const { passages } = parsePage('a.md', '# FAQ\n\n## One?\n\nYes.\n\n## Two?\n\nNo.\n\n## Empty\n')
    expect(passages).toHaveLength(1)
    expect(passages[0]).toMatchObject({ anchor: 'one', headings: ['FAQ', 'One?'] })
    expect(passages[0]?.content).toBe('Yes.\n\n## Two?\n\nNo.\n\n## Empty')
  })

  test('gives a page without text one passage that says its title', () => {
    expect(parsePage('empty.md', '').passages).toMatchObject([{ content: 'Empty', anchor: '', ordinal: 0 }])
  })

  test('reads no scripts and styles, and a component with an address as a link', () => {
    const setup = "<script setup>\nimport A from 'a'\n\nconst one = 1\n</script>\n\n"
    const source = `${setup}Call <DocLink href="/hooks">a hook</DocLink> first.\n\n<style>\n\np { color: red }\n</style>`
    expect(parsePage('a.md', source).passages[0]?.content).toBe('Call [a hook](/hooks) first.')
  })

  test('reports what is malformed and reads it as text', () => {
    const rules = (file: string, source: string) =>
      parsePage(file, source).problems.map(({ rule, line, column }) => [rule, line, column])
    expect(rules('a.md', '---\ntitle: "x\n---\nText')).toEqual([['frontmatter-invalid', 3, 1]])
    expect(rules('a.md', '---\n- a\n---\n')).toEqual([['frontmatter-invalid', 2, 1]])
    expect(rules('a.md', '---\ntitle: x\nText')).toEqual([['frontmatter-invalid', 1, 1]])
    expect(rules('a.md', 'Text\n\n```js\ncode')).toEqual([['code-fence-unclosed', 3, 1]])
    expect(rules('a.mdx', 'Text\n\n<Steps>\n\nMore')).toEqual([['mdx-invalid', 3, 1]])
    expect(rules('a.mdx', 'Text </Steps>')).toEqual([['mdx-invalid', 1, 6]])
    expect(rules('a.mdx', 'a {b')).toEqual([['mdx-invalid', 1, 3]])
    expect(parsePage('a.mdx', 'Text <b more {x words').passages[0]?.content).toBe('Text <b more {x words')
  })

  test('never opens a page whose groups cannot be read', () => {
    expect(parsePage('a.md', '---\ngroups: [staff]\n---\n').page.groups).toEqual(['staff'])
    expect(parsePage('a.md', '---\ngroups: []\n---\n').page.groups).toEqual([])
    for (const yaml of [
      'groups: [staff',
      'groups: { a: b }',
      'title: "x\ngroups: staff',
      '{ "groups": [staff]',
    ]) {
      expect(parsePage('a.md', `---\n${yaml}\n---\n`).page.groups).toEqual([UNREADABLE_GROUP])
    }
  })

  test('reads headings, lists and code as CommonMark does', () => {
    const headings = (source: string, file = 'a.md') =>
      parsePage(file, source).page.headings.map(({ text }) => text)
    expect(headings('# A #\n\n#no\n\n    # code\n\n- # In a list\n\n> Quoted\n> ---\n')).toEqual([
      'A',
      'In a list',
      'Quoted',
    ])
    expect(headings('<div>\n# raw\n</div>\n\n<!--\n# gone\n-->\n\n# B')).toEqual(['B'])
    expect(
      headings(
        '<div>\n  # C\n</div>\n\n{/*\n\n# gone\n*/}\n\nexport const a = {\n\n# gone\n}\n\n# D',
        'a.mdx',
      ),
    ).toEqual(['C', 'D'])
    expect(
      headings('```\n# no\n~~~\n# no\n```\n\n~~~~\n# no\n~~~\n~~~~\n\n- a\n\n  ```\n  # no\n  ```\n\n# E'),
    ).toEqual(['E'])
  })
})

test('takes every mark off a heading, also around code and references', () => {
  const source = '# [**`map`**](/a) [b][c] *d_e* \\*f\\* g * h &lt; ![i](j)\n\n[c]: /c\n'
  expect(parsePage('a.md', source).page.headings[0]?.text).toBe('map b d_e *f* g * h < i')
})

test('keeps the lines of preformatted HTML as code', () => {
  const source =
    '# Run\n\nRun:\n\n<pre><code class="cmd"><span>serve --root &lt;folder&gt;</span>\n\nserve   stop</code></pre>\n\nThen wait.'
  const [passage] = parsePage('run.md', source).passages
  expect(passage?.content).toBe('Run:\n\n```\nserve --root <folder>\n\nserve   stop\n```\n\nThen wait.')
})

test('reads preformatted HTML with long runs of spaces in linear time', () => {
  const before = process.threadCpuUsage()
  parsePage('run.md', `<pre>${' '.repeat(200_000)}x${'<a '.repeat(20_000)}</pre>`)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(5_000)
})
