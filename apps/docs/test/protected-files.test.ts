import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PROTECTED_FILES } from '@docent/core'
import { expect, test } from 'vitest'

const page = fileURLToPath(new URL('../content/reference/protected-files.mdx', import.meta.url))

test('the page of protected files holds every class and row of the list, and no other', () => {
  const sections = PROTECTED_FILES.map(({ name, why, systems }) => {
    const rows = systems.map(
      ({ name: system, source, files }) =>
        `| [${system}](${source}) | ${files.map((file) => `\`${file}\``).join(', ')} |`,
    )
    return `## ${name}\n\nEach of these files ${why}.\n\n| System | Files |\n| --- | --- |\n${rows.join('\n')}\n`
  })
  const text = readFileSync(page, 'utf8')
  expect(text.slice(text.indexOf('## '))).toBe(sections.join('\n'))
})
