import { expect, test } from 'vitest'
import { folders, readRoot } from './source-files.ts'

interface Manifest {
  name: string
  private?: boolean
  exports?: Readonly<Record<string, { source?: string } | string>>
}

/** Names that a source exports, as lists or one by one. */
function namesIn(text: string): string[] {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(','),
  )
  const single = [...text.matchAll(/^export (?:const|function|async function|class|interface|type) (\w+)/gm)]
  return [
    ...lists.map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/^.* as /, ''),
    ),
    ...single.map(([, name = '']) => name),
  ].filter((name) => name !== '')
}

/** Every entry of every published package, with its names. */
function published(): [entry: string, names: string[]][] {
  return ['packages/*', 'plugins/*', 'apps/*'].flatMap(folders).flatMap((folder) => {
    const {
      name,
      private: isPrivate,
      exports = {},
    } = JSON.parse(readRoot(`${folder}/package.json`)) as Manifest
    if (isPrivate) return []
    return Object.entries(exports).flatMap(([entry, target]): [string, string[]][] => {
      const source = typeof target === 'object' ? target.source : undefined
      if (!source?.endsWith('.ts')) return []
      return [[name + entry.slice(1), namesIn(readRoot(`${folder}/${source.slice(2)}`)).sort()]]
    })
  })
}

test('finds names in lists, alone, and under another name', () => {
  const text =
    "export { a, type B, c as d } from './x.ts'\nexport type { E }\nexport const f = 1\nexport interface G {}\n"
  expect(namesIn(text)).toEqual(['a', 'B', 'd', 'E', 'f', 'G'])
})

// A name in this list is a promise: add a changeset when you change it, and run this test with `-u`.
test('the public names of every published package are those of public-names.txt', async () => {
  const entries = published()
  expect(entries.length).toBeGreaterThan(30)
  const lines = entries.map(([entry, names]) => `${entry}\n${names.map((name) => `  ${name}\n`).join('')}`)
  await expect(lines.join('\n')).toMatchFileSnapshot('public-names.txt')
})
