import type { ReferenceKind, SiteReferences } from '../../formats/page/source-format.ts'
import type { FoundReference, MovableReferences, ReferenceMove } from '../../layout/references.ts'
import { below, folderOf, joinPath } from '../../paths/folder.ts'
import { FORMAT_EXTENSIONS } from '../../paths/format-name.ts'
import { pageExtension } from '../../paths/page-extension.ts'
import { normalizeSegments } from '../../paths/page-path.ts'
import { splitTarget } from '../../paths/resolve-link.ts'
import {
  type AntoraPlace,
  type AntoraReference,
  familyFolders,
  readReference,
  writeReference,
} from './antora-resource.ts'
import type { AntoraComponent, AntoraPlaybook } from './antora-site.ts'

interface AntoraFiles {
  components: readonly AntoraComponent[]
  playbook: AntoraPlaybook
  files: readonly string[]
  place(path: string): AntoraPlace | undefined
  componentOf(path: string): AntoraComponent | undefined
  pagePath(path: string): string
  isPage(path: string): boolean
  titleOf(path: string): string | undefined
}

/** https://docs.antora.org/antora/latest/page/intrinsic-attributes. */
const BY_ANTORA = { env: 'site', 'env-site': '', 'site-gen': 'antora', 'site-gen-antora': '' }

/** https://docs.antora.org/antora/latest/page/resource-id: what references between the files of components mean. */
export class AntoraReferences implements SiteReferences, MovableReferences {
  readonly #site: AntoraFiles
  readonly #files: ReadonlySet<string>
  /** Folders of the modules that this repository has: others of the same component may lie in other repositories. */
  readonly #modules: ReadonlySet<string>

  constructor(site: AntoraFiles) {
    this.#site = site
    this.#files = new Set(site.files)
    this.#modules = new Set(site.files.map((file) => /^(?:.*?\/)?modules\/[^/]+(?=\/)/.exec(file)?.[0] ?? ''))
  }

  attributes(path: string): Readonly<Record<string, string>> {
    const component = this.#site.componentOf(path)
    const place = this.#site.place(path)
    const { attributes, soft } = this.#site.playbook
    const merged: Record<string, string> = { ...BY_ANTORA, ...attributes }
    for (const [written, value] of Object.entries(component?.attributes ?? {})) {
      const name = written.replace(/!$/, '')
      const isSet = Object.hasOwn(attributes, name) || Object.hasOwn(attributes, `${name}!`)
      // What the playbook says for good counts before what a component says.
      if (isSet && !soft.has(name)) continue
      delete merged[name]
      delete merged[`${name}!`]
      merged[written] = value
    }
    return {
      ...merged,
      'page-component-name': component?.name ?? '',
      'page-component-title': component?.title ?? '',
      'page-component-version': component?.version ?? '',
      'page-component-display-version': component?.displayVersion ?? '',
      'page-version': component?.version ?? '',
      'page-display-version': component?.displayVersion ?? '',
      'page-module': place?.module ?? '',
      'page-relative-src-path': place?.relative ?? '',
    }
  }

  /** The same as texts have them, whoever may change them. */
  valuesOf(path: string): Readonly<Record<string, string>> {
    const entries = Object.entries(this.attributes(path)).filter(([name]) => !name.endsWith('!'))
    return Object.fromEntries(entries.map(([name, value]) => [name, value.replace(/@$/, '')]))
  }

  titleOf(path: string, target: string): string | undefined {
    const file = this.fileOf(path, splitTarget(target).path, 'page')
    return file === undefined ? undefined : this.#site.titleOf(file)
  }

  fileOf(path: string, target: string, as: ReferenceKind): string | undefined {
    const found = this.find(path, target, as)
    if (found === undefined || found === 'elsewhere') return undefined
    // Pictures are not among the files that are at hand.
    return found.exists || as === 'image' ? found.file : undefined
  }

  addressOf(path: string, target: string): string | undefined {
    const { path: name, suffix } = splitTarget(target)
    const file = this.fileOf(path, name, 'page')
    return file !== undefined && this.#site.isPage(file) ? this.#site.pagePath(file) + suffix : undefined
  }

  /** Address of an older name of a page, which is no file any more. */
  aliasAddress(path: string, written: string): string | undefined {
    const named = pageExtension(written) === '' ? written + FORMAT_EXTENSIONS.asciidoc[0] : written
    const found = this.find(path, named, 'page')
    return found === undefined || found === 'elsewhere' ? undefined : this.#site.pagePath(found.file)
  }

  find(path: string, target: string, as: ReferenceKind): FoundReference {
    const reference = readReference(target)
    const own = this.#site.place(path)
    if (reference === undefined || own === undefined) return undefined
    if (/^\.{1,2}\//.test(reference.path) && reference.module === undefined) {
      const file = normalizeSegments(`${folderOf(path)}/${reference.path}`)
      return { file, exists: this.#files.has(file) }
    }
    const component = this.#component(path, reference)
    if (component === undefined) return 'elsewhere'
    const family = reference.family ?? (as === 'image' ? 'image' : 'page')
    const module = reference.module ?? own.module
    if (!this.#modules.has(joinPath(component.folder, 'modules', module))) return 'elsewhere'
    const candidates = familyFolders(family).map((folder) =>
      joinPath(component.folder, 'modules', module, folder, normalizeSegments(reference.path)),
    )
    // Sites for the generator before Antora include by the path from the file.
    if (as === 'text' && reference.family === undefined && reference.module === undefined)
      candidates.push(normalizeSegments(`${folderOf(path)}/${reference.path}`))
    const [first] = candidates
    if (first === undefined) return 'elsewhere'
    const file = candidates.find((each) => this.#files.has(each))
    return file === undefined ? { file: first, exists: false } : { file, exists: true }
  }

  /** The ways to name a file from another, in the style it was named and the shortest first. */
  write({ home, to, written, as }: ReferenceMove): string[] {
    const [own, place] = [this.#site.place(home), this.#site.place(to)]
    const [around, component] = [this.#site.componentOf(home), this.#site.componentOf(to)]
    const old = readReference(written)
    if (own === undefined || place === undefined || component === undefined || old === undefined) return []
    const usual = as === 'image' ? 'image' : 'page'
    const family = old.family !== undefined || place.family !== usual ? { family: place.family } : {}
    const base: AntoraReference = { path: place.relative, ...family }
    const inModule = { ...base, module: place.module }
    const inComponent = { ...inModule, component: component.name }
    const full = { ...inComponent, version: component.version }
    const isNear = around === component
    const all = isNear ? [base, inModule, inComponent, full] : [inComponent, full]
    const first =
      old.version !== undefined
        ? full
        : old.component !== undefined
          ? inComponent
          : old.module !== undefined
            ? inModule
            : base
    const relative =
      /^\.{1,2}\//.test(old.path) && old.module === undefined ? relativeTo(home, to) : undefined
    const ways = [first, ...all].filter((each) => isNear || each.component !== undefined)
    return [...(relative === undefined ? [] : [relative]), ...new Set(ways.map(writeReference))]
  }

  /** The component that a reference names; the newest version where it names none. */
  #component(path: string, { component, version }: AntoraReference): AntoraComponent | undefined {
    const own = this.#site.componentOf(path)
    const name = component ?? own?.name
    const wanted = version === '_' ? '' : version
    if (name === own?.name && (wanted === undefined || wanted === own?.version)) return own
    return this.#site.components.find(
      (each) => each.name === name && (wanted === undefined || each.version === wanted),
    )
  }
}

function relativeTo(home: string, to: string): string | undefined {
  const inside = below(folderOf(home), to)
  return inside === undefined ? undefined : `./${inside}`
}
