import { expect, test } from 'vitest'
import { describeChecks } from './describe-checks.ts'

const report = { files: ['docs/a.md'], links: 2, navigation: undefined, problems: [] }

test('says which pages have names that nobody checked', () => {
  const found =
    'Checked: syntax, frontmatter, links, anchors and images of 1 page (2 links). No new problem was found.'
  expect(describeChecks({ ...report, uncheckedNames: [] })).toBe(found)
  expect(
    describeChecks({ ...report, uncheckedNames: ['docs/a.md', 'docs/b.md'] }, (path) => `\`${path}\``),
  ).toBe(
    `${found}\n\nNot checked: whether all new names in \`docs/a.md\`, \`docs/b.md\` exist. The changes have too many names.`,
  )
})
