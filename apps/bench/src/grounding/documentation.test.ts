import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readDocumentation } from './documentation.ts'

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'docent-documentation-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

test('reads MyST where the site is built with it', async () => {
  const page = '# Start\n\n:::{note}\nUse the `--fast` flag.\n:::\n\n(a-target)=\n## More\n\nText.\n'
  const { pages, passages } = await readDocumentation(
    'sphinx',
    folderWith({
      'docs/conf.py': "extensions = ['myst_parser']\n",
      'docs/index.md': page,
    }),
  )
  expect(pages).toHaveLength(1)
  const text = passages.map(({ content }) => content).join('\n')
  expect(text).toContain('--fast')
  expect(text).not.toContain('(a-target)=')
})

test('reads AsciiDoc, with the texts that its pages include', async () => {
  const { pages, names } = await readDocumentation(
    'asciidoc',
    folderWith({
      'start.adoc': '= Start\n\nUse `--fast`.\n\ninclude::partials/more.txt[]\n',
      'partials/more.txt': 'Or use `--slow`.\n',
    }),
  )
  expect(pages.map(({ title }) => title)).toEqual(['Start'])
  expect([...names]).toEqual(expect.arrayContaining(['--fast', '--slow']))
})

test('says that a folder has no page', async () => {
  await expect(readDocumentation('none', folderWith({ 'a.txt': 'x' }))).rejects.toThrow('There is no page in')
})
