import { isInFormats } from '../formats/formats.ts'
import { type LinkStyle, PART_LINKS } from '../layout/link-style.ts'
import { redirectedPaths } from '../layout/redirected-paths.ts'
import type { SiteLayout } from '../layout/site-layout.ts'
import type { SitePages } from '../layout/site-pages.ts'
import { isTemplate, OTHER, type SiteTarget } from '../layout/site-target.ts'
import { below, folderOf, joinPath } from '../paths/folder.ts'
import { MARKDOWN_FORMATS } from '../paths/format-name.ts'
import { indexFileNames } from '../paths/index-page.ts'
import type { Link } from '../paths/link.ts'
import { linkKind } from '../paths/link.ts'
import { addressExtension, pageFileNames, withoutAddressExtension } from '../paths/page-extension.ts'
import { isDocumentationFile, normalizePagePath, normalizeSegments } from '../paths/page-path.ts'
import { decodeTarget, splitTarget, withoutBase } from '../paths/resolve-link.ts'
import { OtherRoutes } from './other-routes.ts'
import { referenceTarget, type WrittenReference } from './reference-target.ts'

export interface SiteMapOptions {
  layout: SiteLayout
  /** Every file of the repository. */
  files: ReadonlySet<string>
  /** Documentation folder in the repository: the layout's paths are relative to it. */
  root?: string
  /** Path under which the site is served, such as `/docs`; links may be written with it and without it. */
  base?: string
  /** Frontmatter of pages that may say their own address, by file. */
  frontmatter?: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

const FILE_EXTENSION = /\.[a-z][a-z0-9]{0,7}$/i
/** The front page of a repository, which is none of its site. */
const REPOSITORY_PAGE = /^readme\./i

/** The pages of a site under their addresses, and what the links between them lead to. Paths are the repository's. */
export class SiteMap implements SitePages {
  readonly layout: SiteLayout
  readonly #options: SiteMapOptions
  readonly #root: string
  readonly #style: LinkStyle
  readonly #pages = new Map<string, string>()
  readonly #routes = new Map<string, string>()
  readonly #sections = new Set<string>()
  readonly #languages = new Set<string>()
  readonly #redirects: Set<string>
  readonly #patterns: SiteLayout['navigation']['redirects']
  #other: OtherRoutes | undefined

  /** @param pages of the site, see `isSitePage`; a caller with many adds them piece by piece instead */
  constructor(options: SiteMapOptions, pages: Iterable<string> = []) {
    this.layout = options.layout
    this.#options = options
    this.#root = normalizeSegments(options.root ?? '')
    this.#style = options.layout.links ?? PART_LINKS
    const { redirects } = options.layout.navigation
    this.#redirects = new Set(redirects.map(({ source }) => normalizePagePath(source)))
    this.#patterns = redirects.filter(({ source }) => /[:*]/.test(source))
    for (const file of pages) this.addPage(file)
  }

  /** Files that are no pages of the site are passed over. */
  addPage(file: string): void {
    const inside = below(this.#root, file)
    if (inside === undefined || !isInFormats(file, this.layout.formats) || !this.layout.isPage(inside)) return
    const frontmatter = this.frontmatterOf(file)
    const route = this.layout.pagePath(inside, frontmatter)
    for (const alias of this.layout.aliases?.(inside, frontmatter) ?? []) this.#redirects.add(alias)
    this.#pages.set(route, file)
    this.#routes.set(file, route)
    const language = this.layout.language(inside)
    if (language !== undefined) this.#languages.add(language)
    const [, section = '', more] = route.split('/')
    if (more !== undefined) this.#sections.add(section)
    // A site with a front page of its own begins at the top of its host.
    else if (route === '/' && !REPOSITORY_PAGE.test(file.slice(folderOf(file).length + 1)))
      this.#sections.add('')
  }

  routeOf(file: string): string | undefined {
    return this.#routes.get(file)
  }

  frontmatterOf(file: string): Readonly<Record<string, unknown>> {
    return this.#options.frontmatter?.get(file) ?? {}
  }

  pageAt(route: string): string | undefined {
    return this.#pages.get(route)
  }

  /** How the site writes links between its pages. */
  get style(): LinkStyle {
    return this.#style
  }

  /** Paths that may stand before the address of a page in a link, '' among them. */
  get prefixes(): readonly string[] {
    const base = normalizeSegments(this.#options.base ?? '')
    return [...new Set([base === '' ? '' : `/${base}`, this.#mount, ''])]
  }

  /** Folders of the repository where an absolute link of a page to a file by its name may begin. */
  fileFolders(file: string): readonly string[] {
    const own = this.layout.contentFolders?.(this.inLayout(file)) ?? [this.layout.root]
    return [...new Set([...own.map((folder) => joinPath(this.#root, folder)), this.#root])]
  }

  get folder(): string {
    return this.inRepository(this.layout.root)
  }

  get references(): SitePages['references'] {
    return this.layout.references
  }

  languageOf(file: string): string | undefined {
    return this.layout.language(this.inLayout(file))
  }

  /** Folder that `@site/` stands for. */
  get siteFolder(): string {
    return normalizeSegments(joinPath(this.#root, this.layout.siteFolder ?? folderOf(this.layout.root)))
  }

  hasFile(file: string): boolean {
    return this.#options.files.has(file)
  }

  /** The page of a file by its name in the repository, with or without extension, or of a folder's index page. */
  pageNamed(path: string): string | undefined {
    const found = this.#findFile(path, '')
    return found?.kind === 'page' ? found.file : undefined
  }

  inLayout(file: string): string {
    return below(this.#root, file) ?? file
  }

  inRepository(path: string): string {
    return joinPath(this.#root, path)
  }

  get pages(): Iterable<string> {
    return this.#routes.keys()
  }

  /** The page that a link leads to; undefined when it leads to none. */
  pageOf(file: string, target: string): string | undefined {
    const kind = this.layout.references === undefined ? linkKind(target) : 'internal'
    const found = this.find(file, { target, kind })
    return found.kind === 'page' ? found.file : undefined
  }

  find(file: string, { target, kind }: Pick<Link, 'target' | 'kind'>): SiteTarget {
    if (kind === 'external' || isTemplate(target)) return OTHER
    // `module:page` is a reference where the site has such, and an address elsewhere.
    if (linkKind(target) === 'external' && this.layout.references === undefined) return OTHER
    const { path: raw, suffix } = splitTarget(target)
    const anchor = decodeTarget(suffix.slice(suffix.indexOf('#') + 1 || suffix.length))
    if (raw === '') return { kind: 'page', file, anchor }
    const path = decodeTarget(raw)
    const isImage = kind === 'image'
    const referred = this.#findReference(file, { path, anchor, isImage })
    if (referred !== undefined) return referred
    if (linkKind(target) === 'external') return OTHER
    const place = { file, path, anchor }
    const found = path.startsWith('/') ? this.#findAbsolute(place) : this.#findRelative(place)
    if (found !== undefined) return found
    const wanted = this.#wanted(file, path)
    if (FILE_EXTENSION.test(path) && addressExtension(path) === '')
      return { kind: 'missing', what: 'file', name: joinPath(this.#root, wanted.slice(1)) }
    if (isImage) return { kind: 'missing', what: 'image', name: wanted }
    return this.#missingPage(path, wanted)
  }

  #findReference(file: string, written: WrittenReference): SiteTarget | undefined {
    const found = referenceTarget(this.layout, this.inLayout(file), written, this.#redirects)
    if (found?.kind === 'page') return { ...found, file: this.inRepository(found.file) }
    return found?.kind === 'missing' ? { ...found, name: this.inRepository(found.name) } : found
  }

  #findRelative({ file, path, anchor }: Place): SiteTarget | undefined {
    if (path.startsWith('@site/'))
      return this.#findFile(joinPath(this.siteFolder, path.slice('@site/'.length)), anchor)
    const inFolder = normalizeSegments(`${folderOf(file)}/${path}`)
    // A link to a file by its name counts from the file everywhere.
    const byFile = this.#findFile(inFolder, anchor)
    const namesFile = FILE_EXTENSION.test(path)
    if (byFile !== undefined && (this.#style.fromFile || namesFile)) return byFile
    const route = this.#routes.get(file)
    if (this.#style.fromAddress && route !== undefined) {
      for (const from of [`${route}/`, `${folderOf(route)}/`]) {
        const found = this.#findAbsolute({ file, path: `/${normalizeSegments(from + path)}`, anchor })
        if (found !== undefined) return found
      }
    }
    return this.#options.files.has(inFolder) ? OTHER : undefined
  }

  /** A file by its name in the repository, with or without extension, or the index page of a folder. */
  #findFile(path: string, anchor: string): SiteTarget | undefined {
    const stem = path.replace(/\.html?$/i, '')
    const names = [path, ...pageFileNames(stem, ...MARKDOWN_FORMATS), ...indexFileNames(stem)]
    const name = names.find((each) => this.#options.files.has(each))
    if (name === undefined) return undefined
    return this.#routes.has(name) ? { kind: 'page', file: name, anchor } : OTHER
  }

  #findAbsolute({ file, path, anchor }: Place): SiteTarget | undefined {
    const locale = this.languageOf(file)
    const byName = this.#findSource(file, path, anchor)
    if (byName !== undefined) return byName
    for (const written of new Set([
      path,
      withoutBase(path, this.#options.base),
      withoutBase(path, this.#mount),
    ])) {
      const route = normalizePagePath(withoutAddressExtension(written))
      for (const each of locale === undefined ? [route] : [route, normalizePagePath(`${locale}${route}`)]) {
        const page = this.#pages.get(each) ?? this.#pages.get(each.toLowerCase())
        if (page !== undefined) return { kind: 'page', file: page, anchor }
        if (this.#redirects.has(each) || redirectedPaths(each, this.#patterns).length > 0) return OTHER
      }
      if (this.#isUntranslated(route)) return OTHER
      // Files beside the pages, and pages by the names of their files.
      const { ownsHost } = this.#style
      const mayBeFile = ownsHost || this.layout.name === 'plain' || FILE_EXTENSION.test(written)
      for (const folder of this.fileFolders(file)) {
        const found = mayBeFile
          ? this.#findFile(normalizeSegments(`${folder}/${written}`), anchor)
          : undefined
        if (found !== undefined) return found
      }
      this.#other ??= new OtherRoutes(this.#options.files)
      if (this.#other.hasPage(route) || this.#other.hasAsset(written)) return OTHER
    }
    return undefined
  }

  /** A file of the version and translation that a page belongs to. */
  #findSource(file: string, path: string, anchor: string): SiteTarget | undefined {
    if (this.layout.contentFolders === undefined || !isDocumentationFile(path)) return undefined
    const name = this.fileFolders(file)
      .map((folder) => normalizeSegments(`${folder}/${path}`))
      .find((each) => this.#routes.has(each))
    return name === undefined ? undefined : { kind: 'page', file: name, anchor }
  }

  /** A page that is not translated is shown in another language. */
  #isUntranslated(route: string): boolean {
    const [, language = '', ...rest] = route.split('/')
    if (!this.#languages.has(language)) return false
    const path = rest.join('/')
    return ['', ...this.#languages].some((each) => this.#pages.has(normalizePagePath(`${each}/${path}`)))
  }

  /** `/docs` for pages in `src/content/docs`, when no page has an address below it. */
  get #mount(): string {
    const last = this.layout.root.split('/').at(-1) ?? ''
    return last === '' || this.#sections.has(last) ? '' : `/${last}`
  }

  /** The address or file that a target means first, as messages show it. */
  #wanted(file: string, path: string): string {
    if (path.startsWith('/')) return normalizePagePath(withoutBase(path, this.#options.base))
    const route = this.#routes.get(file) ?? '/'
    const namesFile = FILE_EXTENSION.test(path)
    if (!this.#style.fromFile && !namesFile) return normalizePagePath(`${route}/${path}`)
    const folder = below(this.#root, folderOf(file)) ?? folderOf(file)
    const whole = normalizeSegments(`${folder}/${path}`)
    return isDocumentationFile(whole) && !this.#style.fromAddress
      ? this.layout.pagePath(whole)
      : normalizePagePath(whole)
  }

  #missingPage(path: string, name: string): SiteTarget {
    if (path === '/' && !this.#style.ownsHost) return OTHER
    const isBelowBase = withoutBase(path, this.#options.base) !== path
    if (path.startsWith('/') && !this.#style.ownsHost && !isBelowBase) {
      const [, section = '', more] = name.split('/')
      const known =
        more === undefined
          ? this.#sections.has('') && this.layout.name === 'plain'
          : this.#sections.has(section)
      if (!known) {
        // Another part of the host, unless it is a page whose path was left out.
        const near = [...this.#sections].map((each) => normalizePagePath(`${each}${name}`))
        const meant = near.find((route) => route !== name && this.#pages.has(route))
        if (meant === undefined) return OTHER
        return { kind: 'missing', what: 'page', name, hint: `Did you mean ${meant}?` }
      }
    }
    return { kind: 'missing', what: 'page', name }
  }
}

interface Place {
  file: string
  path: string
  anchor: string
}
