import { describe, expect, test } from 'vitest'
import {
  asAddress,
  asRepository,
  isLocalPath,
  slug,
  suggestedName,
} from '../../../dashboard/src/pages/projects/source-address.ts'

describe('the address of a new project', () => {
  test.each([
    ['github.com/acme/docs', 'https://github.com/acme/docs'],
    [' git@github.com:acme/docs.git ', 'https://github.com/acme/docs'],
    ['ssh://git@git.acme.com/team/docs.git', 'https://git.acme.com/team/docs'],
    ['docs.acme.com', 'https://docs.acme.com'],
    ['git.acme.com:8443/team/docs', 'https://git.acme.com:8443/team/docs'],
    ['http://127.0.0.1:3000/docs.git', 'http://127.0.0.1:3000/docs.git'],
    ['acme/docs', 'acme/docs'],
    ['/srv/docs', '/srv/docs'],
  ])('%s is %s', (written, address) => {
    expect(asAddress(written)).toBe(address)
  })

  test.each([
    ['github.com/acme/docs/tree/main/docs', { branch: 'main', docsPath: 'docs' }],
    ['https://github.com/acme/docs/tree/main', { branch: 'main', docsPath: '' }],
    [
      'https://github.com/acme/docs/blob/v2/docs/a%20b/intro.md?plain=1',
      { branch: 'v2', docsPath: 'docs/a b' },
    ],
    [
      'https://gitlab.com/acme/team/docs/-/tree/main/site/?ref_type=heads',
      { branch: 'main', docsPath: 'site' },
    ],
    ['https://codeberg.org/acme/docs/src/branch/main/docs', { branch: 'main', docsPath: 'docs' }],
    ['https://bitbucket.org/acme/docs/src/main/docs/', { branch: 'main', docsPath: 'docs' }],
  ])('with a folder, %s, is the repository, its branch, and the folder', (written, found) => {
    expect(asRepository(written)).toEqual({
      ...found,
      repository: expect.stringMatching(/^https:\/\/[a-z.]+\/acme\/(?:team\/)?docs$/),
    })
  })

  test.each([
    'https://github.com/acme/docs',
    'git@github.com:acme/tree.git',
    'https://git.acme.com/tree/docs',
  ])('without a folder, %s, changes nothing else', (written) => {
    expect(asRepository(written)).toEqual({ repository: asAddress(written) })
  })

  test('is told from a folder of a computer', () => {
    expect(['/srv/docs', '~/docs', './docs', 'file:///srv/docs', 'C:\\docs'].every(isLocalPath)).toBe(true)
    expect(['https://github.com/acme/docs', 'github.com/acme/docs'].some(isLocalPath)).toBe(false)
  })

  test.each([
    ['https://github.com/acme/widgets.git', 'widgets'],
    ['https://github.com/honojs/website', 'honojs website'],
    ['https://docs.acme.com/', 'docs.acme.com'],
    ['https://docs.acme.com/guide', 'guide'],
    ['no address', ''],
  ])('suggests for %s the name %s', (address, name) => {
    expect(suggestedName(address)).toBe(name)
  })

  test('gives an id that the server takes', () => {
    expect(slug('honojs website')).toBe('honojs-website')
    expect(slug('Vite 官方')).toBe('vite')
  })
})
