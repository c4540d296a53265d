import { describe, expect, test } from 'vitest'
import { detectLayout } from '../site.ts'
import { SiteMap } from '../site-map/site-map.ts'
import { addSiteRedirect } from './move-in-navigation.ts'

function redirected(page: string, texts: Record<string, string> = { 'hugo.toml': '' }) {
  const [from, to] = ['content/a/old.md', 'content/b/new.md']
  const files = new Set([...Object.keys(texts), 'content/_index.md', from])
  const source = { files: [...files], texts: new Map(Object.entries(texts)) }
  const before = new SiteMap({ layout: detectLayout(source), files }, files)
  return addSiteRedirect({ before, texts: source.texts, from, to, frontmatter: {} }, page)
}

describe('addSiteRedirect on Hugo', () => {
  test.each([
    ['---\ntitle: A\n---\n# A\n', '---\naliases: ["/a/old/"]\ntitle: A\n---\n# A\n'],
    ['+++\r\ntitle = "A"\r\n+++\r\n', '+++\r\naliases = ["/a/old/"]\r\ntitle = "A"\r\n+++\r\n'],
    ['---\naliases: [/x]\n---\n', '---\naliases: [/x, "/a/old/"]\n---\n'],
    ['+++\naliases = []\n+++\n', '+++\naliases = ["/a/old/"]\n+++\n'],
    ['---\naliases:\n  - /x\ntitle: A\n---\n', '---\naliases:\n  - "/a/old/"\n  - /x\ntitle: A\n---\n'],
    ['---\naliases: ["/b/new/"]\n---\n', '---\naliases: ["/a/old/"]\n---\n'],
    ['# A\n', '---\naliases: ["/a/old/"]\n---\n# A\n'],
  ])('adds an alias to %j', (page, expected) => {
    expect(redirected(page)).toEqual({ file: 'content/b/new.md', text: expected })
  })

  test('leaves frontmatter that it cannot read', () => {
    expect(redirected('---\na: [\n---\n')).toBeUndefined()
    expect(redirected('---\naliases: /x\n---\n')).toBeUndefined()
  })
})
