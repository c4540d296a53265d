import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FILES, released, turned } from '../scripts/release/names.ts'

const root = join(import.meta.dirname, '..')
const texts = globSync([...FILES], { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}))

test('every guide takes the packages from where they are', () => {
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter(({ text }) => turned(text, released) !== text).map(({ file }) => file)).toEqual([])
})

test('the switch turns all guides, and back', () => {
  for (const { file, text } of texts) {
    const after = turned(text, true)
    expect(after, file).not.toMatch(
      /--prefix \.\.\/docent|plugin new \w+ \w+ --folder \.\.\/docent-limiter-valkey\n +cd/,
    )
    expect(turned(after, false), file).toBe(turned(text, false))
  }
  const turnedPages = texts.filter(({ text }) => turned(text, true) !== turned(text, false))
  expect(turnedPages.map(({ file }) => file)).toContain('apps/docs/content/plugins/embed.mdx')
})

test('until the release, no guide runs a command that needs npm to have the packages', () => {
  if (released) return
  const early = texts.flatMap(({ file, text }) =>
    [
      ...text.matchAll(
        /^.*(?:npm create docent-plugin|npm install (?:-\S+ )*(?:@docent\/|docent(?: |$))).*$/gm,
      ),
    ].map(([line]) => `${file}: ${line}`),
  )
  expect(
    early.filter(
      (line) => !line.startsWith('packages/create-docent-plugin/') && !line.startsWith('apps/docent/'),
    ),
  ).toEqual([])
})
