import { LONGEST_PAGE } from '../../formats/page/longest-page.ts'
import { folderOf, joinPath } from '../../paths/folder.ts'
import { FORMAT_EXTENSIONS } from '../../paths/format-name.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { normalizeSegments } from '../../paths/page-path.ts'
import { type DocumentNames, type NamedPlace, namesOfRst } from './document-names.ts'
import { mystNames } from './myst-names.ts'

/** A document, and a place in it. */
export interface FoundPlace extends NamedPlace {
  document: string
}

/** The documents of a site with what they name, by their paths below its root, without extension. */
export class SphinxDocuments {
  readonly #texts: ReadonlyMap<string, string>
  readonly #isRst: ReadonlySet<string>
  readonly #known = new Map<string, DocumentNames>()
  #places: Map<string, FoundPlace> | undefined

  /** @param texts by path below the root */
  constructor(texts: ReadonlyMap<string, string>) {
    const stems = new Map<string, string>()
    const isRst = new Set<string>()
    for (const [path, text] of texts) {
      const stem = withoutPageExtension(path)
      const own = FORMAT_EXTENSIONS.rst.some((extension) => path.endsWith(extension))
      // Where a document has two sources, Sphinx takes the one in reStructuredText.
      if (stems.has(stem) && !own) continue
      stems.set(stem, text)
      if (own) isRst.add(stem)
    }
    this.#texts = stems
    this.#isRst = isRst
  }

  get all(): Iterable<string> {
    return this.#texts.keys()
  }

  has(document: string): boolean {
    return this.#texts.has(document)
  }

  namesOf(document: string): DocumentNames {
    const known = this.#known.get(document)
    if (known !== undefined) return known
    const text = (this.#texts.get(document) ?? '').slice(0, LONGEST_PAGE)
    const names = this.#isRst.has(document)
      ? namesOfRst(text, (target) => this.#texts.get(withoutPageExtension(this.resolve(document, target))))
      : mystNames(text)
    this.#known.set(document, names)
    return names
  }

  /** The place that a key such as `ref:label` means, wherever it is in the site. */
  find(key: string): FoundPlace | undefined {
    this.#places ??= this.#allPlaces()
    return this.#places.get(key)
  }

  /** All titles and places: it changes when what one page says of another does. */
  summary(): unknown[] {
    return [...this.#texts.keys()].map((document) => {
      const { title, places } = this.namesOf(document)
      return [document, title, [...places]]
    })
  }

  /** A name of a document as a document writes it. */
  resolve(from: string, written: string): string {
    const path = written.startsWith('/') ? written.slice(1) : joinPath(folderOf(from), written)
    return normalizeSegments(path)
  }

  #allPlaces(): Map<string, FoundPlace> {
    const places = new Map<string, FoundPlace>()
    for (const document of this.#texts.keys())
      for (const [key, place] of this.namesOf(document).places)
        if (!places.has(key)) places.set(key, { ...place, document })
    return places
  }
}
