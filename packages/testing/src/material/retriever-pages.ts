import type { Page, Passage } from '@docent/content'
import { defined } from '@docent/core/plugin'

/** What a test says of a page; the rest is filled in. */
export interface PageDraft {
  path: string
  file?: string
  title?: string
  /** One passage each: `## heading` of its own when there are several. */
  texts?: readonly string[]
  headings?: readonly string[]
  version?: string
  isCurrent?: boolean
  language?: string
  /** What its passages are written in, where the page itself names no language. */
  siteLanguage?: string
  tags?: readonly string[]
  groups?: readonly string[]
  hidden?: boolean
  hash?: string
}

/** A page with its passages, as `RevisionWriter.write` takes them. */
export interface IndexedPage {
  page: Page
  passages: readonly Passage[]
  hash: string
}

export function indexedPage(draft: PageDraft): IndexedPage {
  const { path, texts = ['Some words.'], title = `Page ${path}` } = draft
  const file = draft.file ?? `${path.slice(1)}.mdx`
  const shared = {
    title,
    tags: [...(draft.tags ?? [])],
    groups: [...(draft.groups ?? [])],
    ...defined({ version: draft.version, language: draft.language }),
  }
  const page: Page = {
    ...shared,
    ...defined({ isCurrent: draft.isCurrent }),
    path,
    file,
    headings: (draft.headings ?? []).map((text, index) => ({ depth: 2, text, anchor: `part-${index}` })),
    frontmatter: { title, nested: { list: [1, 'two', null] } },
    hidden: draft.hidden ?? false,
    draft: false,
    content: texts.join('\n\n'),
    links: [{ target: '/other', text: 'Other', kind: 'internal', line: 3, column: 1 }],
  }
  const passages = texts.map((content, ordinal): Passage => {
    const heading = draft.headings?.[ordinal]
    const anchor = heading === undefined ? '' : `part-${ordinal}`
    return {
      ...shared,
      ...(draft.siteLanguage !== undefined && { language: draft.siteLanguage }),
      id: `${path}#${anchor}~${ordinal}`,
      pagePath: path,
      anchor,
      headings: heading === undefined ? [title] : [title, heading],
      content,
      ordinal,
    }
  })
  return { page, passages, hash: draft.hash ?? `hash of ${texts.join('|')}` }
}
