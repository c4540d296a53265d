import { describe, expect, test } from 'vitest'
import { PROTECTED_FILES } from './protected-files.ts'
import { WritePolicy } from './write-policy.ts'

const anywhere = new WritePolicy('')
const inDocs = new WritePolicy('docs')

const names = PROTECTED_FILES.flatMap(({ name, systems }) =>
  systems.flatMap(({ files }) => files.map((file) => [name, file] as const)),
)
/** A file that the pattern of a system means. */
function sample(file: string): string {
  const name = file.replaceAll('*', 'x')
  return name.endsWith('/') ? `${name}any.json` : name
}

describe.each(names)('%s: %s', (_class, file) => {
  test('cannot be written at any depth, in either case and in both spellings', () => {
    const name = sample(file)
    const spellings = [name, name.toUpperCase(), name.replace(/\.yml$/, '.yaml')]
    for (const each of spellings)
      for (const [policy, folder] of [
        [anywhere, ''],
        [anywhere, 'a/b/c/'],
        [inDocs, 'docs/'],
        [inDocs, 'docs/deep/er/'],
      ] as const)
        expect(policy.isWritable(folder + each), folder + each).toBe(false)
  })
})

describe('a write policy', () => {
  test('lets documentation and its configuration be written', () => {
    for (const path of [
      'index.md',
      './guides/a.mdx',
      'docs.json',
      'mkdocs.yml',
      'docusaurus.config.ts',
      'sidebars.js',
      '.vitepress/config.ts',
      'astro.config.mjs',
      'hugo.toml',
      'pages/_meta.js',
      'openapi.yaml',
      'img/logo.png',
      'reference/Dockerfile.md',
      'guides/makefile.mdx',
      'ci/jenkinsfile-syntax.md',
      'github/actions.md',
      'übersicht/größe.md',
      'документация/начало.md',
      'v1.2/notes: final.md',
    ])
      expect(anywhere.isWritable(path), path).toBe(true)
  })

  test.each([
    '.github./workflows/x.yml',
    '.github /workflows/x.yml',
    '.GitHub/x',
    'a/.GIT/config',
    '.git::$INDEX_ALLOCATION/config',
    'GIT~1/config',
    'github~1/workflows/x.yml',
    '.g\u200citHub/x',
    '.gi\u200dt/hooks/x',
    '.git\ufeff/config',
    '\uff0egithub/x',
    '.g\u0456thub/x',
    '.gith\u03c5b/workflows/a.yml',
    'pac\u043aage.json',
    'package.json.',
    'package.json ',
    'package.json:stream',
    'Makefi\u013ce',
    'docs/.env.local',
    'AGENTS.md',
    'docs/CLAUDE.md',
  ])('takes %j for the file that a file system or a reader takes it for', (path) => {
    expect(anywhere.isWritable(path)).toBe(false)
  })

  test.each(['docs/../x.md', '../x.md', 'docs//x.md', 'docs/./x.md', '/x.md', 'docs\\x.md', '..', '', 'a/'])(
    'refuses %j, which is no plain path',
    (path) => {
      expect(anywhere.isWritable(path)).toBe(false)
    },
  )

  test('keeps to its folder', () => {
    for (const path of ['docs', 'docs/a.md']) expect(inDocs.isWritable(path), path).toBe(true)
    for (const path of ['a.md', 'Docs/a.md', 'docs2/a.md', 'docs/../a.md'])
      expect(inDocs.isWritable(path), path).toBe(false)
  })

  test('takes more globs, also for pages, and reports what it refuses', () => {
    const refused: string[] = []
    const policy = new WritePolicy('', ['docs/legal/**'], (path) => refused.push(path))
    expect(() => policy.assertWritable('docs/Legal/terms.md')).toThrow(/protected/)
    policy.assertWritable('docs/other.md')
    expect(policy.isWritable('docs/legal/x.md')).toBe(false)
    expect(refused).toEqual(['docs/Legal/terms.md'])
  })
})

test('every system has a source and a pattern, and no pattern comes twice', () => {
  const seen = new Set<string>()
  for (const { systems } of PROTECTED_FILES)
    for (const { source, files, name } of systems) {
      expect(URL.canParse(source), name).toBe(true)
      expect(files.length).toBeGreaterThan(0)
      for (const file of files) {
        expect(seen.has(file.toLowerCase()), `${name}: ${file}`).toBe(false)
        seen.add(file.toLowerCase())
      }
    }
})
