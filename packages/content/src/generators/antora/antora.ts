import { contentHash } from '../../basics/content-hash.ts'
import { isInFormats } from '../../formats/formats.ts'
import type { Generator } from '../../layout/generator.ts'
import type { Navigation, Redirect } from '../../layout/navigation.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { FORMAT_EXTENSIONS } from '../../paths/format-name.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { normalizePagePath, normalizeSegments } from '../../paths/page-path.ts'
import { AntoraReferences } from './antora-references.ts'
import { type AntoraPlace, antoraPlace } from './antora-resource.ts'
import { type AntoraComponent, type AntoraPlaybook, readComponents, readPlaybook } from './antora-site.ts'
import { listedPages } from './listed-pages.ts'
import { navigationFiles } from './navigation.ts'
import { PageTitles } from './page-titles.ts'
import { pageAttributes, presenceByHeader } from './presence.ts'

const ASCIIDOC = FORMAT_EXTENSIONS.asciidoc.map((extension) => extension.slice(1)).join('|')
/** Texts that pages take in from beside them, of any kind: examples and partials. */
const INCLUDABLE = /(?:^|\/)modules\/[^/]+\/(?:partials|examples|pages\/_partials)\//

const PAGE = /^modules\/[^/]+\/pages\//

/** https://docs.antora.org: components (`antora.yml`) with modules of pages, partials and images. */
export const antora: Generator = {
  name: 'antora',
  above: { files: ['antora.yml'] },
  files: new RegExp(
    String.raw`(?:^|\/)(?:(?:[\w-]{0,100}-)?antora(?:-[\w-]{0,100})?\.ya?ml|(?:[\w-]{0,100}[-_])?nav(?:[-_][\w-]{1,100})?\.(?:${ASCIIDOC}))$`,
  ),
  settings: [
    {
      file: /(?:^|\/)[^/]{0,100}antora[^/]{0,100}\.ya?ml$/i,
      navigation: ['nav', 'title', 'version', 'display_version', 'start_page', 'prerelease'],
    },
  ],
  /** Pages show the titles of others. */
  namedFiles(file, _, files) {
    const folder = folderOf(file)
    if (!/(?:^|\/)antora\.ya?ml$/.test(file)) return []
    return files.filter((each) => PAGE.test(below(folder, each) ?? '') && isInFormats(each, ['asciidoc']))
  },
  includable: () => (file) => INCLUDABLE.test(file),
  layout,
}

function layout(source: LayoutSource): SiteLayout | undefined {
  const components = readComponents(source)
  const [first] = components
  if (first === undefined) return undefined
  const playbook = readPlaybook(source)
  const componentOf = (path: string) =>
    components.find(({ folder }) => below(folder, path)?.startsWith('modules/') === true)
  const place = (path: string): AntoraPlace | undefined => {
    const component = componentOf(path)
    return component === undefined
      ? undefined
      : antoraPlace(component.folder, below(component.folder, path) ?? '')
  }
  const pagePath = (path: string) => {
    const component = componentOf(path)
    const found = place(path)
    if (component === undefined || found === undefined) return normalizePagePath(withoutPageExtension(path))
    return addressOf(component, found, playbook)
  }
  const isPage = (path: string) => {
    const found = place(path)
    return found?.family === 'page' && !/(?:^|\/)_/.test(found.relative)
  }
  const references = new AntoraReferences({
    components,
    playbook,
    place,
    componentOf,
    pagePath,
    isPage,
    files: source.files,
    titleOf: (path) => titles.inText(path),
  })
  const titles = new PageTitles(
    new Map([...source.texts].filter(([path]) => place(path)?.family === 'page')),
    (path) => references.valuesOf(path),
  )
  const pagesOf = (component: AntoraComponent) => {
    const alike = components.filter(({ version }) => version === component.version)
    // Readers see the lists of one component.
    const around = alike.length > 1 ? [component.title] : []
    return listedPages(component, { texts: source.texts, references, titles }, around)
  }
  let navigation: Navigation | undefined
  return {
    name: 'antora',
    formats: ['asciidoc'],
    root: components.length === 1 ? first.folder : '',
    isPage,
    pagePath,
    isPlacedByPages: true,
    language: () => undefined,
    version: (path) => componentOf(path)?.version || undefined,
    isCurrentVersion: (path) => componentOf(path)?.isLatest,
    // Read only by those who need it.
    get navigation() {
      navigation ??= {
        pages: components.flatMap(pagesOf),
        redirects: startRedirects(components, playbook, references),
        problems: [],
      }
      return navigation
    },
    /** What others call a page stands in the pages that refer to it. */
    get presenceSettings() {
      return contentHash(JSON.stringify(titles.summary()))
    },
    navigationIsComplete: false,
    navigationFiles,
    defaults: (path) => pageAttributes(references.valuesOf(path)),
    presence: (_, frontmatter) => presenceByHeader(frontmatter),
    aliases(path, frontmatter) {
      const written = frontmatter['page-aliases']
      if (typeof written !== 'string') return []
      return written.split(',').flatMap((alias) => references.aliasAddress(path, alias.trim()) ?? [])
    },
    references,
  }
}

function addressOf(
  component: AntoraComponent,
  { module, relative }: AntoraPlace,
  playbook: AntoraPlaybook,
): string {
  const root = rootOf(component, playbook)
  const path = withoutPageExtension(relative)
  const address = normalizePagePath(joinPath(root, module === 'ROOT' ? '' : module, normalizeSegments(path)))
  return /(?:^|\/)index$/.test(path) ? address : address + playbook.extension
}

/** Where the addresses of a component begin. */
function rootOf({ name, version, isLatest }: AntoraComponent, { latestSegment }: AntoraPlaybook): string {
  const segment = isLatest && version !== '' ? (latestSegment ?? version) : version
  return joinPath(name === 'ROOT' ? '' : name, segment)
}

/** Where Antora leads from the beginning of the site, and of each component. */
function startRedirects(
  components: readonly AntoraComponent[],
  playbook: AntoraPlaybook,
  references: AntoraReferences,
): Redirect[] {
  const redirects: Redirect[] = []
  const add = (source: string, component: AntoraComponent | undefined, written: string | undefined) => {
    // It counts from the start of the component, whose first module is ROOT.
    const home = joinPath(component?.folder ?? '', 'modules/ROOT/pages/index')
    const destination = written === undefined ? undefined : references.addressOf(home, written)
    if (destination !== undefined && destination !== source) redirects.push({ source, destination })
  }
  add('/', components[0], playbook.startPage)
  for (const component of components)
    add(normalizePagePath(rootOf(component, playbook)), component, component.startPage)
  return redirects
}
