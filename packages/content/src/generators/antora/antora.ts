import type { Generator } from '../../layout/generator.ts'
import { NO_NAVIGATION } from '../../layout/navigation.ts'
import type { LayoutSource, SiteLayout } from '../../layout/site-layout.ts'
import { below, joinPath } from '../../paths/folder.ts'
import { FORMAT_EXTENSIONS } from '../../paths/format-name.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { normalizePagePath, normalizeSegments } from '../../paths/page-path.ts'
import { AntoraReferences } from './antora-references.ts'
import { type AntoraPlace, antoraPlace } from './antora-resource.ts'
import { type AntoraComponent, readComponents, readPlaybook } from './antora-site.ts'
import { navigationFiles } from './navigation.ts'
import { pageAttributes, presenceByHeader } from './presence.ts'

const ASCIIDOC = FORMAT_EXTENSIONS.asciidoc.map((extension) => extension.slice(1)).join('|')
/** Texts that pages take in from beside them, of any kind: examples and partials. */
const INCLUDABLE = /(?:^|\/)modules\/[^/]+\/(?:partials|examples|pages\/_partials)\//

/** https://docs.antora.org: components (`antora.yml`) with modules of pages, partials and images. */
export const antora: Generator = {
  name: 'antora',
  files: new RegExp(
    String.raw`(?:^|\/)(?:(?:[\w-]{0,100}-)?antora(?:-[\w-]{0,100})?\.ya?ml|(?:[\w-]{0,100}[-_])?nav(?:[-_][\w-]{1,100})?\.(?:${ASCIIDOC}))$`,
  ),
  settings: [
    {
      file: /(?:^|\/)[^/]{0,100}antora[^/]{0,100}\.ya?ml$/i,
      navigation: ['nav', 'title', 'version', 'display_version', 'start_page', 'prerelease'],
    },
  ],
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
    return addressOf(component, found, playbook.extension)
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
  })
  return {
    name: 'antora',
    formats: ['asciidoc'],
    root: components.length === 1 ? first.folder : '',
    isPage,
    pagePath,
    isPlacedByPages: true,
    language: () => undefined,
    version: (path) => componentOf(path)?.version || undefined,
    navigation: NO_NAVIGATION,
    navigationIsComplete: false,
    navigationFiles,
    defaults: (path) => pageAttributes(references.attributes(path)),
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
  { name, version }: AntoraComponent,
  { module, relative }: AntoraPlace,
  extension: string,
): string {
  const parts = [name === 'ROOT' ? '' : name, version, module === 'ROOT' ? '' : module]
  const path = normalizePagePath(joinPath(...parts, normalizeSegments(withoutPageExtension(relative))))
  const isIndex = /(?:^|\/)index$/.test(withoutPageExtension(relative))
  return isIndex ? path : path + extension
}
