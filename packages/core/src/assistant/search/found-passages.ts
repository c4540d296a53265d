import { defined, type Page, type PassageSection } from '@docent/content'
import { docsSite } from '../../domain/docs-site.ts'
import type { Json } from '../../domain/json.ts'
import { pageUrl } from '../../domain/page-url.ts'
import type { Project } from '../../domain/project.ts'
import type { FoundPassage } from '../../search/one-version.ts'
import type { OtherPlace } from '../../search/site-variants.ts'
import { EvidenceNames } from '../grounding/evidence-names.ts'
import { pageSections } from './page-sections.ts'

/** A passage under the number by which the model cites it. */
export interface NumberedPassage {
  number: number
  path: string
  anchor: string
  title: string
  headings: readonly string[]
  url: string
  content: string
  score: number
  version?: string
  language?: string
  /** The same section in other versions and languages. */
  also?: readonly OtherPlace[]
  /** What it has besides the section of its anchor. */
  sections: readonly PassageSection[]
}

/** One result as streams and the search route show it. */
export interface SearchResultView {
  path: string
  url: string
  content: string
  metadata: {
    title: string
    headings: string[]
    number: number
    score: number
    href: string
    version?: string
    language?: string
    also?: OtherPlace[]
  }
}

/**
 * Everything that was retrieved for one answer, numbered in the order it came. The answer may cite only what is here.
 */
export class FoundPassages {
  readonly #passages: NumberedPassage[] = []
  readonly #numbers = new Map<string, number>()
  readonly #pages = new Map<string, { url: string; title: string }>()
  readonly #urls = new Set<string>()
  readonly #names = new EvidenceNames()
  #named = 0

  constructor(private readonly project: Project) {}

  /** Adds search results and answers them under their numbers; a passage found before keeps its number. */
  add(found: readonly FoundPassage[]): NumberedPassage[] {
    return found.map((each) => this.#put(each))
  }

  /** Adds a page that was read as a whole. */
  addPage(page: Page): NumberedPassage {
    const known = this.#numbers.get(page.path)
    if (known !== undefined) return this.#at(known)
    return this.#append(page.path, {
      path: page.path,
      anchor: '',
      title: page.title,
      headings: [page.title],
      content: page.content,
      score: 1,
      ...defined({ version: page.version, language: page.language }),
      sections: pageSections(page),
    })
  }

  /** Path under which the site is served, such as `/docs`; '' for the whole host. */
  get base(): string {
    return docsSite(this.project).base ?? ''
  }

  get all(): readonly NumberedPassage[] {
    return this.#passages
  }

  /** Where names stand in what was found so far. What came since the last look is read now: 50 µs a passage. */
  get names(): EvidenceNames {
    for (const { number, headings, title, path, url, content } of this.#passages.slice(this.#named))
      this.#names.add(number, [title, ...headings, path, url].join('\n'), content)
    this.#named = this.#passages.length
    return this.#names
  }

  byNumber(number: number): NumberedPassage | undefined {
    return this.#passages[number - 1]
  }

  /** Address of a section of a passage. */
  sectionUrl({ path }: NumberedPassage, anchor: string): string {
    return pageUrl(this.project, path, anchor)
  }

  /** A retrieved page by its route path. */
  page(path: string): { url: string; title: string } | undefined {
    return this.#pages.get(path)
  }

  /** True for the address of a retrieved page, without an anchor. */
  hasUrl(url: string): boolean {
    return this.#urls.has(url)
  }

  #put({ passage, score, also }: FoundPassage): NumberedPassage {
    const known = this.#numbers.get(passage.id)
    if (known !== undefined) return this.#at(known)
    const { pagePath: path, anchor, title, headings, content, version, language, sections = [] } = passage
    const about = { path, anchor, title, headings, ...defined({ version, language, also }) }
    return this.#append(passage.id, { ...about, content, score, sections })
  }

  #append(id: string, passage: Omit<NumberedPassage, 'number' | 'url'>): NumberedPassage {
    const number = this.#passages.length + 1
    const numbered = { ...passage, number, url: pageUrl(this.project, passage.path, passage.anchor) }
    this.#passages.push(numbered)
    this.#numbers.set(id, number)
    const url = pageUrl(this.project, passage.path)
    this.#pages.set(passage.path, { url, title: passage.title })
    this.#urls.add(url)
    return numbered
  }

  #at(number: number): NumberedPassage {
    return this.#passages[number - 1] as NumberedPassage
  }
}

export function resultView(passage: NumberedPassage): SearchResultView {
  const { path, url, content, title, headings, number, score, version, language, also } = passage
  return {
    path,
    url,
    content,
    metadata: {
      ...{ title, headings: [...headings], number, score, href: url.replace(/#.*$/s, '') },
      ...defined({ version, language, ...(also && { also: [...also] }) }),
    },
  }
}

/**
 * What the `search` tool answers, to the model and to clients alike: the top hit is repeated at the top level,
 * because some clients read `result` itself and others `result.results`.
 */
export function searchToolOutput(passages: readonly NumberedPassage[]): Json {
  const results = passages.map(resultView)
  const [top] = results
  const output = {
    type: 'search',
    results,
    ...(top ? { path: top.path, url: top.url, metadata: { title: top.metadata.title } } : {}),
  }
  return output as unknown as Json
}
