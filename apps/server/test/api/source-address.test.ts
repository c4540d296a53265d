import { describe, expect, test } from 'vitest'
import {
  asAddress,
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
