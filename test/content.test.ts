import { expect, test } from 'vitest'
import { circlesOf } from './circles.ts'
import { foldersOf, generatorNames, namesOutside } from './content-rooms.ts'
import { type SourceFile, sourceFiles } from './source-files.ts'

const ROOT = 'packages/content/src'
const files = sourceFiles().filter(({ path, isTest }) => path.startsWith(`${ROOT}/`) && !isTest)

function planted(path: string, text: string, imports: readonly string[] = []): SourceFile {
  return {
    path: `${ROOT}/${path}`,
    text,
    isTest: false,
    imports: imports.map((specifier) => ({ specifier, clause: '', typeOnly: false })),
  }
}

const circles = (sources: readonly SourceFile[], depth?: number) =>
  circlesOf(foldersOf(sources, depth)).map((circle) => circle.join(' ↔ '))

test('folders of content that import each other in a circle', () => {
  expect(foldersOf(files).length).toBeGreaterThan(30)
  expect(circles(files)).toEqual([])
  expect(circles(files, ROOT.split('/').length + 1)).toEqual([])
  const plant = planted('paths/planted.ts', '', ['../layout/site-layout.ts'])
  expect(circles([...files, plant])).toEqual([expect.stringContaining(`${ROOT}/paths`)])
})

test('generators of content that are named outside of their folders and of the list', () => {
  expect(generatorNames(files)).toEqual(expect.arrayContaining(['docusaurus', 'vitepress']))
  expect(namesOutside(files)).toEqual([])
  const plant = planted('site.ts', "// VitePress\nif (layout.name === 'vitepress') return")
  const identifier = planted('layout/planted.ts', 'export const isMkdocsPage = true')
  const own = planted('generators/vitepress/planted.ts', "const name = 'vitepress'")
  expect(namesOutside([...files, plant, identifier, own])).toEqual([
    `${ROOT}/site.ts: vitepress`,
    `${ROOT}/layout/planted.ts: mkdocs`,
  ])
})
