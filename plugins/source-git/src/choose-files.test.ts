import { describe, expect, test } from 'vitest'
import { chooseFiles } from './choose-files.ts'
import type { SizedEntry } from './parse-sized-listing.ts'

const settings = { ignore: [], maxFileBytes: 100 }

describe('chooseFiles', () => {
  test('takes pages, descriptions of APIs, and the files that tell how they become a site', () => {
    const paths = [
      'a.md',
      'b/c.mdx',
      'B.MD',
      'docs.json',
      'mint.json',
      'b/docs.json',
      'b/logo.png',
      'package.json',
      '.vitepress/config.ts',
      '.vitepress/theme/index.ts',
      'b/_meta.json',
      'api/openapi.yaml',
      'users.swagger.json',
      'api-reference/users.yml',
      'b/data.json',
    ]
    expect(chosen(paths)).toEqual([
      ...['a.md', 'b/c.mdx', 'B.MD', 'docs.json', 'mint.json', 'b/docs.json', '.vitepress/config.ts'],
      ...['b/_meta.json', 'api/openapi.yaml', 'users.swagger.json', 'api-reference/users.yml'],
    ])
  })

  test('takes what pages of mdBook and GitBook take in', () => {
    const texts = ['listings/main.rs', 'Cargo.toml', 'src/out.txt', '.gitbook/includes/note.md']
    const others = ['ferris.png', 'target/app', 'node_modules/a/b.rs', '.gitbook/assets/a.png', '.x/a.rs']
    expect(chosen(['book.toml', ...texts, ...others])).toEqual(['book.toml', ...texts])
    expect(chosen(['guide/book.toml', 'guide/a.rs', 'src/main.rs'])).toEqual([
      'guide/book.toml',
      'guide/a.rs',
    ])
    expect(chosen(['a.md', 'src/main.rs'])).toEqual(['a.md'])
  })

  test('leaves out node_modules and everything hidden, at any depth', () => {
    const paths = ['node_modules/a/x.md', 'b/node_modules/x.md', '.github/x.md', 'b/.c/d.md', '.x.md', 'x.md']
    expect(chosen(paths)).toEqual(['x.md'])
  })

  test('leaves out symlinks and submodules', () => {
    const kinds = (['file', 'executable', 'symlink', 'submodule'] as const).map((kind) => ({
      ...entry(`${kind}.md`),
      kind,
    }))
    const { files, unread } = chooseFiles(kinds, settings)
    expect(files.map(({ path }) => path)).toEqual(['file.md', 'executable.md'])
    expect(unread).toEqual(['symlink.md'])
  })

  test('takes further files that the globs of the options name, but nothing hidden', () => {
    const paths = ['api/spec.json', 'api/.secret.json', 'other.json']
    const choice = chooseFiles(paths.map(entry), { ...settings, include: ['api/*.json'] })
    expect(choice.files.map(({ path }) => path)).toEqual(['api/spec.json'])
  })

  test('leaves out what the globs of the options name', () => {
    const choice = chooseFiles(['drafts/a.md', 'drafts/b/c.md', 'x.fr.md', 'x.md'].map(entry), {
      ...settings,
      ignore: ['drafts/**', '**/*.fr.md'],
    })
    expect(choice.files.map(({ path }) => path)).toEqual(['x.md'])
  })

  test('names documentation that is too large, and nothing else that is', () => {
    const choice = chooseFiles(
      [
        { ...entry('exact.md'), size: 100 },
        { ...entry('large.md'), size: 101 },
        { ...entry('film.mp4'), size: 1e9 },
      ],
      settings,
    )
    expect(choice.files.map(({ path }) => path)).toEqual(['exact.md'])
    expect(choice.tooLarge).toEqual([{ path: 'large.md', size: 101, isApi: false }])
  })

  test('names documentation whose name is no UTF-8, and documents in formats that are not read', () => {
    const choice = chooseFiles(
      [
        ...['a.md', 'b.png'].map((path) => ({ ...entry(path), isExact: false })),
        entry('c.textile'),
        entry('.d.textile'),
      ],
      settings,
    )
    expect(choice).toEqual({
      files: [],
      tooLarge: [],
      unreadableNames: ['a.md'],
      unread: ['c.textile'],
    })
  })
})

const chosen = (paths: string[]) => chooseFiles(paths.map(entry), settings).files.map(({ path }) => path)

function entry(path: string): SizedEntry {
  return { path, isExact: true, kind: 'file', id: 'a'.repeat(40), size: 1 }
}
