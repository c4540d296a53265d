import { expect, test } from 'vitest'
import { pageFolders } from './page-folders.ts'

const pages = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folder}p${index}.md`)

const found = (...paths: string[][]) =>
  pageFolders(paths.flat()).map(({ folder, pages }) => `${folder}: ${pages}`)

test.each([
  [
    'the folder that has almost all',
    [pages('website/docs/', 30), ['README.md', 'CHANGELOG.md']],
    ['website/docs: 30'],
  ],
  ['a folder with parts', [pages('docs/a/', 20), pages('docs/b/', 20), ['README.md']], ['docs: 40']],
  [
    'the usual ones beside other Markdown',
    [pages('docs/', 30), pages('website/content/', 20), pages('packages/a/', 9), pages('packages/b/', 9)],
    ['docs: 30', 'website/content: 20'],
  ],
  [
    'a site in a folder of its own',
    [
      pages('docs/src/content/docs/guides/', 9),
      pages('docs/src/content/docs/de/', 20),
      pages('packages/a/', 4),
    ],
    ['docs/src/content/docs: 29'],
  ],
  ['the root', [pages('', 5), pages('a/', 3), pages('b/', 2)], [': 10']],
  ['the only page', [['README.md']], [': 1']],
  [
    'the newest version alone',
    [pages('website/docs/', 9), pages('website/versioned_docs/v1/', 90), pages('.github/', 4)],
    ['website/docs: 9'],
  ],
  ['nothing', [['a.textile']], []],
])('names %s', (_what, paths, expected) => {
  expect(found(...paths)).toEqual(expected)
})
