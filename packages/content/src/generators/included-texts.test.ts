import { describe, expect, test } from 'vitest'
import { formatOf } from '../formats/formats.ts'
import { detectLayout } from '../site.ts'

const CODE = 'def first():\n    # region part\n    second()\n    # endregion\n'

/** The text of a page with what it takes from other files. */
async function shown(files: Readonly<Record<string, string>>, path: string): Promise<string> {
  const texts = new Map(Object.entries(files))
  const layout = detectLayout({
    files: [...texts.keys()].filter((file) => !file.startsWith('examples/')),
    texts,
  })
  const source = files[path] ?? ''
  const format = formatOf(path, layout.formats)
  const wanted = format.includes(path, source, layout)
  const { page } = await format.parse({
    ...{ path, file: path, source, root: '', site: layout, place: () => ({ path: '/' }) },
    included: new Map(wanted.flatMap((file) => (texts.has(file) ? [[file, texts.get(file) ?? '']] : []))),
  })
  return page.content
}

describe('Starlight', () => {
  const site = { 'astro.config.mjs': '', 'examples/first.py': CODE }
  test('shows a file that is imported as a text', async () => {
    const page = 'src/content/docs/a.mdx'
    const source =
      'import { Code } from \'@astrojs/starlight/components\'\nimport first from \'../../../examples/first.py?raw\'\n\n<Code code={first} lang="py" title="first.py" />\n'
    expect(await shown({ ...site, [page]: source }, page)).toContain('```py title="first.py"\ndef first():')
  })
})

describe('Fumadocs', () => {
  const site = {
    'source.config.ts': '',
    'content/docs/meta.json': '{}',
    'content/docs/_part.mdx':
      '---\ntitle: P\n---\n\nA part.\n\n<section id="own">\n\nOne section.\n\n</section>\n',
    'examples/first.py': CODE,
  }
  const page = 'content/docs/a.mdx'
  test.each([
    ['./_part.mdx', '', 'A part.'],
    ['./_part.mdx#own', '', 'One section.'],
    ['examples/first.py#part', ' cwd lang="python"', '```python\nsecond()\n```'],
    ['../../examples/first.py', '', '```py\ndef first():\n    # region part\n    second()\n'],
    ['../../examples/first.py', ' meta=\'title="a.py"\'', '```py title="a.py"\ndef first():\n'],
  ])('includes %s', async (target, attributes, expected) => {
    const source = `# A\n\n<include${attributes}>${target}</include>\n`
    expect(await shown({ ...site, [page]: source }, page)).toContain(expected)
  })
})

describe('Sphinx with MyST', () => {
  const site = { 'conf.py': "extensions = ['myst_parser']", 'examples/first.py': CODE }
  test.each([
    ['', 'def first():\n    # region part\n    second()'],
    [':lines: 1,3', '```python\ndef first():\n    second()\n```'],
    [':start-after: region part\n:end-before: endregion', '```python\n    second()\n```'],
    [':start-at: second', '```python\n    second()\n    # endregion'],
    [':end-at: region', '```python\ndef first():\n    # region part\n```'],
  ])('shows lines of code: %j', async (options, expected) => {
    const source = `# A\n\n\`\`\`{literalinclude} examples/first.py\n${options}\n\`\`\`\n`
    expect(await shown({ ...site, 'a.md': source }, 'a.md')).toContain(expected)
  })
})
