import { type Page, shortTitleOf } from '@docent/content'
import { defined, type PageSummary } from '@docent/core/plugin'
import { titleName } from '../links/mentions.ts'

/** What an index says of a page in its lists of all pages. */
export interface PageHead extends PageSummary {
  /** The name that its title is; '' when the title says more or other things. */
  titleName: string
}

export function pageHead(page: Page): PageHead {
  const { path, file, title, description, language, version, isCurrent, frontmatter } = page
  const optional = { description, language, version, isCurrent, shortTitle: shortTitleOf(frontmatter) }
  return { path, file, title, ...defined(optional), titleName: titleName(title) }
}

/** What `Retriever.pages` says of the page. */
export function summaryOf({ titleName: _, ...summary }: PageHead): PageSummary {
  return summary
}
