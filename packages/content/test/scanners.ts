import { activeParts } from '../src/active/active-parts.ts'
import { codeBesideNavigation, isNewNavigation } from '../src/active/configuration-code.ts'
import { isOnlyNavigation } from '../src/active/navigation-code.ts'
import { contentHash } from '../src/basics/content-hash.ts'
import { checkOpenapi, isOpenapi, openapiReferences } from '../src/checks/check-openapi.ts'
import { asciidoc } from '../src/formats/asciidoc/asciidoc-format.ts'
import { finished, plain } from '../src/formats/asciidoc/marks.ts'
import { withPageAlias } from '../src/formats/asciidoc/page-alias.ts'
import { selectLines } from '../src/formats/asciidoc/select-lines.ts'
import { asciidocProblems } from '../src/formats/asciidoc/source-problems.ts'
import { frontmatterOf, inspectPage, navigationLabel, relativeImports } from '../src/formats/formats.ts'
import { writeLineMarks } from '../src/formats/markdown/dialects/line-marks.ts'
import { writeFormulas } from '../src/formats/markdown/dialects/written-formulas.ts'
import { expandIncludes, includeCandidates } from '../src/formats/markdown/expand-includes.ts'
import { extractLinks } from '../src/formats/markdown/extract-links.ts'
import { includedLines } from '../src/formats/markdown/included-lines.ts'
import { missingIncludes } from '../src/formats/markdown/missing-includes.ts'
import { withExportedMetadata } from '../src/formats/markdown/modules/exported-metadata.ts'
import { hasModuleCode, withoutModuleCode } from '../src/formats/markdown/modules/module-code.ts'
import { pageProblems, parsePage } from '../src/formats/markdown/parse-page.ts'
import { plainMarkdown } from '../src/formats/markdown/plain-markdown.ts'
import { canCite, whyTooCostly } from '../src/formats/myst/costly-text.ts'
import { filteredText } from '../src/formats/myst/filtered-text.ts'
import { myst } from '../src/formats/myst/myst-format.ts'
import { identifierOf } from '../src/formats/page/docutils-ids.ts'
import { fenced, indented, placedLines } from '../src/formats/page/include.ts'
import { labeled } from '../src/formats/page/labeled.ts'
import { pythonSlug, vueSlug } from '../src/formats/page/slugs.ts'
import { delimitedRows } from '../src/formats/rst/read/delimited-rows.ts'
import { includedText, selectedText } from '../src/formats/rst/read/selected-text.ts'
import { rst } from '../src/formats/rst/rst-format.ts'
import { conditionHolds } from '../src/formats/rst/write/condition.ts'
import { withoutMarks as withoutAsciidocMarks } from '../src/generators/antora/page-titles.ts'
import { writtenBlocks } from '../src/generators/gitbook/written-blocks.ts'
import { addMdbookRedirect } from '../src/generators/mdbook/add-redirect.ts'
import { shownCode } from '../src/generators/mdbook/shown-code.ts'
import { addRedirect } from '../src/generators/mintlify/add-redirect.ts'
import { checkNavigation } from '../src/generators/mintlify/check-navigation.ts'
import { referredFiles } from '../src/generators/mintlify/configuration.ts'
import { parseNavigation } from '../src/generators/mintlify/parse-navigation.ts'
import { addMkdocsRedirect } from '../src/generators/mkdocs/add-redirect.ts'
import { pymdownSlug } from '../src/generators/mkdocs/heading-ids.ts'
import { snippetPart } from '../src/generators/mkdocs/snippet-part.ts'
import { withComponents } from '../src/generators/nuxt-content/components.ts'
import { shownInline } from '../src/generators/nuxt-content/inline-components.ts'
import { withBracketIds } from '../src/generators/parts/bracket-ids.ts'
import { importedSettings } from '../src/generators/parts/imported-settings.ts'
import { listLines } from '../src/generators/parts/list-lines.ts'
import { placePictures } from '../src/generators/parts/pictures.ts'
import { regionOf, withoutMarks } from '../src/generators/parts/regions.ts'
import { withTabTitles } from '../src/generators/parts/tab-titles.ts'
import { sphinxConfiguration } from '../src/generators/sphinx/configuration.ts'
import { namesOfRst } from '../src/generators/sphinx/document-names.ts'
import { mystNames } from '../src/generators/sphinx/myst-names.ts'
import { listsNamed } from '../src/generators/sphinx/python-lists.ts'
import { sphinxRedirects } from '../src/generators/sphinx/redirects.ts'
import { withCodeTitles } from '../src/generators/starlight/code-titles.ts'
import { withPageValues } from '../src/generators/vitepress/page-values.ts'
import { insertPart } from '../src/located/insert-part.ts'
import { readLocated } from '../src/located/read-data.ts'
import { readToml } from '../src/located/read-toml.ts'
import { removePart } from '../src/located/remove-part.ts'
import { applied } from '../src/located/text-change.ts'
import { quotedIn } from '../src/located/texts-in.ts'
import { isHttpHeader } from '../src/names/allowed/http-headers.ts'
import { eachCommandKey } from '../src/names/commands/command-keys.ts'
import { extractNames } from '../src/names/extract-names.ts'
import { eachHeadingKey } from '../src/names/keys/anchors.ts'
import { eachNameKey } from '../src/names/keys/name-keys.ts'
import { headOf } from '../src/names/keys/unit-beside.ts'
import { addPageNames } from '../src/names/page-names.ts'
import { sentenceBefore } from '../src/names/pairs/choice.ts'
import { modulesOf } from '../src/names/scripts/imported-names.ts'
import { scriptOptions } from '../src/names/scripts/script-options.ts'
import { eachScriptToken } from '../src/names/scripts/script-tokens.ts'
import { markdownRegions } from '../src/names/text/regions.ts'
import { detectLayout } from '../src/site.ts'
import { linesLinkingTo } from '../src/site-map/lines-linking-to.ts'
import { rewriteSiteLinks } from '../src/site-map/rewrite-site-links.ts'
import { SiteMap } from '../src/site-map/site-map.ts'
import { spelled } from '../src/site-navigation/edit-navigation.ts'

const layoutOf = (file: string) => (text: string) =>
  detectLayout({ files: [file, 'docs/a.md', 'docs/a.mdx', 'content/a.md'], texts: new Map([[file, text]]) })

const files = ['docs/a.mdx', 'docs/b.md', 'docs/snippets/a.md']
const site = new SiteMap({ layout: detectLayout({ files, texts: new Map() }), files: new Set(files) }, files)

const hugo = detectLayout({
  files: ['hugo.toml', 'content/a.md'],
  texts: new Map([['hugo.toml', 'baseURL = "https://docs.example"']]),
})

const jekyll = detectLayout({ files: ['_config.yml', 'a.md'], texts: new Map([['_config.yml', 'title: A']]) })
const docsify = detectLayout({
  files: ['index.html', 'a.md'],
  texts: new Map([['index.html', 'window.$docsify = {}']]),
})

/** Everything that reads the text of a page: as Markdown, and as MDX. */
export const PAGE_SCANNERS: Readonly<Record<string, (text: string) => unknown>> = {
  Markdown(text) {
    parsePage('a.md', text)
    plainMarkdown({ file: 'a.md', content: text }, ({ target }) => `/${target}`)
    linesLinkingTo(text, 'docs/a.mdx', 'docs/b.md', site)
    for (const layout of [hugo, jekyll, docsify]) {
      layout.rewrite?.('content/a.md', text)
      layout.includes?.('content/a.md', text)
      for (const _ of layout.pageMarks?.find(text) ?? []);
    }
    extractNames(text)
    eachNameKey(text, () => undefined)
    eachHeadingKey(text, () => undefined)
    eachScriptToken(text, false, () => undefined)
    eachScriptToken(text, true, () => undefined)
    scriptOptions(text, false)
    eachCommandKey(text, markdownRegions(text), () => undefined)
    for (const _ of addPageNames(parsePage('a.md', text).page, new Set(), new Set()));
  },
  'Parts of Markdown'(text) {
    writeFormulas(text)
    writeLineMarks(text)
    extractLinks(text)
    includeCandidates('a.md', text)
    missingIncludes('a.md', text, () => false)
    pageProblems('a.md', text)
    frontmatterOf('a.md', text)
    navigationLabel('a.md', text)
    relativeImports('a.mdx', text)
    hasModuleCode(text)
    withoutModuleCode(text)
    placePictures('site/docs/a.md', text, (written) => written)
    withBracketIds(text)
    withTabTitles(text)
    withExportedMetadata(text)
    withCodeTitles(text)
    withComponents(text)
    shownInline(text)
    importedSettings('site/astro.config.mjs', text, ['site/a.ts'])
    withPageValues(text)
    writtenBlocks('a.md', text, { titles: new Map(), variables: {} })
    modulesOf(text, [], new Set())
    snippetPart(text, 'a')
    modulesOf(text, [], new Set())
    withoutMarks(text)
    regionOf(text, 'a')
    for (const _ of placedLines(text));
    for (const region of markdownRegions(text)) sentenceBefore(text, region)
    headOf(text, text.length, text.length)
    indented(fenced(labeled('a', text), 'b'), '  ')
    applied(text, [])
    rewriteSiteLinks(text, 'docs/a.mdx', {
      before: site,
      after: site,
      moves: new Map([['docs/b.md', 'docs/c.md']]),
    })
    for (const name of [contentHash, identifierOf, isHttpHeader, pymdownSlug, pythonSlug, quotedIn, vueSlug])
      name(text)
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
    withoutAsciidocMarks(text)
    asciidocProblems('a.adoc', text, [])
    finished(plain(text))
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
    filteredText(text, { startAt: 'a', endBefore: 'b' })
    whyTooCostly(text)
    canCite(text)
  },
  reStructuredText(text) {
    rst.frontmatter(text)
    rst.links('a.rst', text)
    rst.includes('a.rst', text, { root: '' })
    // Nothing of it waits.
    void rst.parse({
      ...{ path: 'a.rst', file: 'a.rst', source: text, root: '', site: { root: '' }, included: new Map() },
      place: () => ({ path: '/a' }),
    })
    void rst.inspect('a.rst', text)
    namesOfRst(text, () => undefined)
    mystNames(text)
    delimitedRows(text, {})
    selectedText(includedText(text, { 'start-after': 'a' }), { pyobject: 'a.b', lines: '1-2,4-' })
    conditionHolds('only', text, () => undefined)
  },
  MDX(text) {
    parsePage('a.mdx', text)
    plainMarkdown({ file: 'a.mdx', content: text }, ({ target }) => `/${target}`)
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
    referredFiles('docs.json', text)
    checkNavigation(text, { hasPage: () => false })
    addRedirect(text, '/a', '/b')
    addMdbookRedirect(text, 'a', 'b')
  },
  'code beside navigation'(text) {
    for (const file of ['mkdocs.yml', 'hugo.toml']) codeBesideNavigation(file, text)
  },
  'YAML and TOML'(text) {
    layoutOf('mkdocs.yml')(text)
    layoutOf('hugo.yaml')(text)
    layoutOf('hugo.toml')(text)
    layoutOf('config.toml')(text)
    isOpenapi('openapi.yaml', text)
    openapiReferences(text, 'openapi.yaml')
    checkOpenapi(text, 'openapi.yaml', { hasFile: () => false })
    const located = readLocated('a.yml', text)
    if (located?.kind === 'list' || located?.kind === 'record') {
      removePart(text, located, 0)
      insertPart(text, located, 0, 'a')
    }
    spelled({ file: 'a.yml', start: 0, end: text.length }, text, text)
    readToml('a.toml', text)
    listsNamed('a', text)
    sphinxConfiguration(text)
    sphinxRedirects(text, (inside) => inside)
    listLines('a.adoc', text, () => 1)
    addMkdocsRedirect(text, 'a.md', 'b.md')
  },
}

/** The parser of scripts recovers from mistakes at any price, and is stopped after a second. */
export const SCRIPT_SCANNERS: Readonly<Record<string, (text: string) => unknown>> = {
  layouts(text) {
    layoutOf('docusaurus.config.ts')(text)
    layoutOf('content/_meta.ts')(text)
    layoutOf('content/docs/meta.json')(text)
  },
  'code beside navigation'(text) {
    codeBesideNavigation('sidebars.js', text)
    isNewNavigation('_meta.js', text)
    isOnlyNavigation('sidebars.js', text)
  },
}
