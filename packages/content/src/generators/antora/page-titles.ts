import { readAttributes, withReferences } from '../../formats/asciidoc/read-header.ts'

/** What pages are called: in the texts of references, and in the navigation. */
export class PageTitles {
  readonly #texts: ReadonlyMap<string, string>
  readonly #attributesOf: (path: string) => Readonly<Record<string, string>>
  readonly #known = new Map<string, Titles>()

  constructor(
    texts: ReadonlyMap<string, string>,
    attributesOf: (path: string) => Readonly<Record<string, string>>,
  ) {
    this.#texts = texts
    this.#attributesOf = attributesOf
  }

  /** What a reference without a text shows: https://docs.antora.org/antora/latest/page/reftext-and-navtitle-attributes. */
  inText(file: string): string | undefined {
    const { title, reftext } = this.#of(file)
    return reftext ?? title
  }

  inNavigation(file: string): string | undefined {
    const { title, navtitle } = this.#of(file)
    return navtitle ?? title
  }

  /** All of them: it changes when what one page says of another does. */
  summary(): unknown[] {
    return [...this.#texts.keys()].map((file) => [file, this.inText(file)])
  }

  #of(file: string): Titles {
    const known = this.#known.get(file)
    if (known !== undefined) return known
    const text = this.#texts.get(file)
    const site = this.#attributesOf(file)
    const { title, reftext, navtitle } = text === undefined ? {} : readAttributes(text)
    const written = (value: string | undefined) =>
      value === undefined ? undefined : withoutMarks(withReferences(value, site))
    const titles = { title: written(title), reftext: written(reftext), navtitle: written(navtitle) }
    this.#known.set(file, titles)
    return titles
  }
}

interface Titles {
  title: string | undefined
  reftext: string | undefined
  navtitle: string | undefined
}

/** A short text without the marks of AsciiDoc around its words. */
export function withoutMarks(text: string): string {
  return text
    .replace(/`\+([^`+]{1,200})\+`/g, '$1')
    .replace(/(?<![\w`*_#])([`*_#]{1,2})([^\s`*_#][^`*#]{0,200}?)\1(?![\w`*_#])/g, '$2')
    .replace(/\\(?=[{*_`#])/g, '')
    .replace(/(?<=[\p{L}\p{N}])'(?=\p{L})/gu, '’')
    .replace(/\s+/g, ' ')
    .trim()
}
