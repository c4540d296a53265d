import { activeParts } from '../src/active/active-parts.ts'
import { codeBesideNavigation } from '../src/active/configuration-code.ts'
import { isOpenapi, openapiReferences } from '../src/checks/check-openapi.ts'
import { asciidoc } from '../src/formats/asciidoc/asciidoc-format.ts'
import { withPageAlias } from '../src/formats/asciidoc/page-alias.ts'
import { selectLines } from '../src/formats/asciidoc/select-lines.ts'
import { inspectPage } from '../src/formats/formats.ts'
import { expandIncludes } from '../src/formats/markdown/expand-includes.ts'
import { includedLines } from '../src/formats/markdown/included-lines.ts'
import { missingIncludes } from '../src/formats/markdown/missing-includes.ts'
import { parsePage } from '../src/formats/markdown/parse-page.ts'
import { rewriteLinks } from '../src/formats/markdown/rewrite-links.ts'
import { myst } from '../src/formats/myst/myst-format.ts'
import { extractNames } from '../src/names/extract-names.ts'
import { eachNameKey } from '../src/names/name-keys.ts'
import { parseNavigation } from '../src/parse-navigation.ts'
import { detectLayout } from '../src/site-layout/detect-layout.ts'
import { shownCode } from '../src/site-layout/summary/shown-code.ts'
import { linesLinkingTo } from '../src/site-map/lines-linking-to.ts'
import { SiteMap } from '../src/site-map/site-map.ts'

const layoutOf = (file: string) => (text: string) =>
  detectLayout({ files: [file, 'docs/a.md', 'docs/a.mdx', 'content/a.md'], texts: new Map([[file, text]]) })

const files = ['docs/a.mdx', 'docs/b.md', 'docs/snippets/a.md']
const site = new SiteMap({ layout: detectLayout({ files, texts: new Map() }), files: new Set(files) }, files)

const hugo = detectLayout({
  files: ['hugo.toml', 'content/a.md'],
  texts: new Map([['hugo.toml', 'baseURL = "https://docs.example"']]),
})

/** Everything that reads the text of a page: as Markdown, and as MDX. */
export const PAGE_SCANNERS: Readonly<Record<string, (text: string) => unknown>> = {
  Markdown(text) {
    parsePage('a.md', text)
    rewriteLinks(text, 'a.md', { '/a': '/b' })
    linesLinkingTo(text, 'docs/a.mdx', 'docs/b.md', site)
    hugo.rewrite?.('content/a.md', text)
    extractNames(text)
    eachNameKey(text, () => undefined)
  },
  'Code that runs'(text) {
    for (const ending of ['mdx', 'md', 'adoc', 'rst', 'svg', 'css', 'yml']) activeParts(`a.${ending}`, text)
  },
  AsciiDoc(text) {
    asciidoc.frontmatter(text)
    asciidoc.links('a.adoc', text)
    asciidoc.includes('a.adoc', text, { root: '' })
    selectLines(text, { tags: '*;!a' })
    withPageAlias(text, 'old.adoc', [])
  },
  Summary(text) {
    layoutOf('SUMMARY.md')(`- [a](docs/a.md)\n${text}`)
    shownCode(text, new Map([['a', '~']]))
    includedLines(text, 'a')
  },
  MyST(text) {
    myst.frontmatter(text)
    myst.links('a.md', text)
    myst.includes('a.md', text, { root: '' })
  },
  MDX(text) {
    parsePage('a.mdx', text)
    expandIncludes('docs/a.mdx', text, () => 'Included.', { root: 'docs' })
    missingIncludes('docs/a.mdx', text, () => false, { root: 'docs' })
    // Without the full parse it has nothing to wait for: all of its work is done here.
    void inspectPage('a.mdx', text, { compile: false })
  },
}

/** Everything that reads configuration. */
export const SETTING_SCANNERS: Readonly<Record<string, (text: string) => unknown>> = {
  JSON(text) {
    parseNavigation(text)
    layoutOf('docs.json')(text)
  },
  'code beside navigation'(text) {
    for (const file of ['sidebars.js', 'mkdocs.yml', 'hugo.toml']) codeBesideNavigation(file, text)
  },
  'YAML and TOML'(text) {
    layoutOf('mkdocs.yml')(text)
    layoutOf('hugo.yaml')(text)
    layoutOf('hugo.toml')(text)
    layoutOf('config.toml')(text)
    isOpenapi('openapi.yaml', text)
    openapiReferences(text, 'openapi.yaml')
  },
}

/** The parser of scripts recovers from mistakes at any price, and is stopped after a second. */
export function readScripts(text: string): void {
  layoutOf('docusaurus.config.ts')(text)
  layoutOf('content/_meta.ts')(text)
  layoutOf('content/docs/meta.json')(text)
}
