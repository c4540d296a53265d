import type { ReferenceKind } from '../../formats/page/source-format.ts'
import { nameOf } from '../../formats/rst/read/rst-scope.ts'
import type { FoundReference } from '../../layout/references.ts'
import { below } from '../../paths/folder.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { DocumentReferences, type Documents } from '../parts/document-references.ts'
import type { FoundPlace, SphinxDocuments } from './sphinx-documents.ts'
import { matching } from './toctree-navigation.ts'

interface SphinxSite extends Documents {
  names: SphinxDocuments
  attributes: Readonly<Record<string, string>>
  /** Address of a document. */
  routeOf(document: string): string
}

const KEYED = /^(doc|ref|term|image|download|glob|(?:[\w-]+:)?[\w-]+):(?!\/\/)([\s\S]+)$/
const PYTHON = /^(?:py:)?(?:func|meth|class|exc|attr|data|const|obj|mod|deco|decorator|any|type)$/

/** References of Sphinx: by documents, by labels, and by the names of what pages describe. */
export class SphinxReferences extends DocumentReferences {
  readonly #site: SphinxSite

  constructor(site: SphinxSite) {
    super(site)
    this.#site = site
  }

  override attributes(): Readonly<Record<string, string>> {
    return this.#site.attributes
  }

  override addressOf(path: string, target: string): string | undefined {
    const [, kind, name = ''] = KEYED.exec(target) ?? []
    if (kind === undefined) return super.addressOf(path, target)
    if (kind === 'doc') return super.addressOf(path, name)
    if (kind === 'image' || kind === 'download') return this.#addressOfFile(path, name)
    const place = this.#placeOf(kind, name)
    if (place === undefined) return undefined
    const hash = place.id === '' ? '' : `#${place.id}`
    return this.#site.routeOf(place.document) + hash
  }

  titleOf(path: string, target: string): string | undefined {
    const [, kind = '', name = ''] = KEYED.exec(target) ?? []
    const { names } = this.#site
    if (kind === 'glob') return matching(names, this.#documentOf(path), name).join('\n')
    if (kind !== 'doc') return this.#placeOf(kind, name)?.title
    const file = this.fileOf(path, name, 'page')
    return file === undefined ? undefined : names.namesOf(this.#documentOf(file)).title
  }

  override find(path: string, target: string, as: ReferenceKind): FoundReference {
    if (!target.startsWith('ref:')) return super.find(path, target, as)
    const place = this.#placeOf('ref', target.slice('ref:'.length))
    if (place === undefined) return 'elsewhere'
    const file = this.#fileNamed(place.document)
    return file === undefined ? 'elsewhere' : { file, exists: true }
  }

  override write(move: Parameters<DocumentReferences['write']>[0]): string[] {
    return move.written.startsWith('ref:') ? [move.written] : super.write(move)
  }

  /** Files beside the pages are named from the file, or with a slash from the folder of the sources. */
  #addressOfFile(path: string, name: string): string | undefined {
    if (!name.startsWith('/')) return undefined
    const depth = this.#documentOf(path).split('/').length - 1
    return `${'../'.repeat(depth)}${name.slice(1)}`
  }

  #placeOf(kind: string, name: string): FoundPlace | undefined {
    const { names } = this.#site
    if (kind === 'ref') return names.find(`ref:${nameOf(name)}`)
    if (kind === 'term') return names.find(`term:${nameOf(name)}`)
    if (PYTHON.test(kind)) return names.find(`py:${name}`)
    return names.find(`${kind.replace(/^std:/, '')}:${name}`)
  }

  #documentOf(path: string): string {
    return withoutPageExtension(below(this.#site.root, path) ?? path)
  }

  #fileNamed(document: string): string | undefined {
    const found = super.find('', `/${document}`, 'page')
    return found !== undefined && found !== 'elsewhere' && found.exists ? found.file : undefined
  }
}
