import { expect, test } from 'vitest'
import { detectLayout } from '../../site.ts'

const PAGES = 'docs/modules/ROOT/pages'
const texts = new Map([
  [
    'docs/antora.yml',
    'name: acme\ntitle: Acme\nversion: "2"\nstart_page: a.adoc\nasciidoc:\n  attributes:\n    product: Lamp\nnav:\n  - modules/ROOT/nav.adoc\n',
  ],
  [
    'docs/modules/ROOT/nav.adoc',
    '.Start with {product}\n* xref:a.adoc[The *first* page]\n** xref:b.adoc[]\n** xref:a.adoc#part[A part]\n* Group\n.. xref:c.adoc[]\n\n.xref:d.adoc[]\n* xref:gone.adoc[Gone]\n* https://a.example[Elsewhere]\n',
  ],
  [`${PAGES}/a.adoc`, '= A\n'],
  [`${PAGES}/b.adoc`, "= The {product}'s `code`\n"],
  [`${PAGES}/c.adoc`, '= C\n:navtitle: Short\n:reftext: Long\n'],
  [`${PAGES}/d.adoc`, '= D\n'],
])
const layout = detectLayout({ files: [...texts.keys()], texts })

test('the navigation is what the lists of a component say', () => {
  expect(layout.navigation.pages.map(({ path, title, breadcrumb }) => [path, title, ...breadcrumb])).toEqual([
    ['/acme/2/a.html', 'The first page', 'Start with Lamp'],
    ['/acme/2/b.html', 'The Lamp’s code', 'Start with Lamp', 'The first page'],
    ['/acme/2/c.html', 'Short', 'Start with Lamp', 'Group'],
    ['/acme/2/d.html', 'D'],
  ])
  expect(layout.navigation.redirects).toEqual([{ source: '/acme/2', destination: '/acme/2/a.html' }])
})

test('a reference without a text shows what its page is called', () => {
  expect(layout.references?.titleOf?.(`${PAGES}/a.adoc`, 'c.adoc')).toBe('Long')
  expect(layout.references?.titleOf?.(`${PAGES}/a.adoc`, 'gone.adoc')).toBeUndefined()
})
