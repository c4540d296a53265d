import type { Page } from '@docent/content'
import type { PageSummary } from '@docent/core/plugin'
import { fillReferences, type RenderedPage } from '@docent/site'
import { Html, html } from '../../html/html.ts'
import type { SiteContents } from '../site-contents.ts'
import { markdownPath, sitePath } from '../site-path.ts'
import { siteReferences } from '../site-references.ts'
import { frontHtml, isEmptyFirstPage, overviewHtml } from './front-page.ts'
import { trailHtml } from './navigation-html.ts'

const MOST_HEADINGS = 100

export interface DocumentFrame {
  /** Where the page is edited. */
  editUrl: string | undefined
  /** Absent: the end of the page leads to its Markdown. */
  menu: Html | undefined
  /** With which readers say whether the page helped; absent: they are not asked. */
  assistant: { domain: string; key: string } | undefined
}

/** What a page shows between the header and its end. */
export function documentHtml(
  contents: SiteContents,
  page: Page,
  rendered: RenderedPage,
  { editUrl, menu, assistant }: DocumentFrame,
): Html {
  const { base, outline } = contents
  const { title, description } = page
  const body = new Html(fillReferences(rendered, siteReferences(contents, page)))
  const { previous, next } = outline.neighbours(page.path)
  const front = frontHtml(contents, page)
  const overview =
    front === undefined && isEmptyFirstPage(page) ? overviewHtml(contents, page.path) : undefined
  // Programs that read the beginning of a page find its text there: the menu is long, and comes after it.
  return html`<article>
${trailHtml(outline.navigationFor(page.path, page), base, page.path)}
${rendered.hasTitle ? undefined : html`<h1>${title}</h1>`}
${description === undefined || rendered.hasTitle ? undefined : html`<p class="lead">${description}</p>`}
<div class="content">${front}${overview ?? body}</div>
${menu}
</article>
<footer class="after">
${
  previous === undefined && next === undefined
    ? undefined
    : html`<nav class="pager" aria-label="Previous and next page">
${previous === undefined ? undefined : pagerLink(base, previous, 'Previous')}
${next === undefined ? undefined : pagerLink(base, next, 'Next')}
</nav>`
}
${
  assistant === undefined
    ? undefined
    : html`<docent-assistant class="page-feedback" mode="feedback" domain="${assistant.domain}" key="${assistant.key}" path="${page.path}"></docent-assistant>`
}
<div class="meta">
${editUrl === undefined ? undefined : html`<a href="${editUrl}" rel="noopener">Edit this page</a>`}
${menu === undefined ? html`<a href="${markdownPath(base, page.path)}">View as Markdown</a>` : undefined}
</div>
</footer>`
}

/** The headings of a page as links; undefined where there are too few to need them. */
export function contentsHtml({ headings }: Page): Html | undefined {
  const shown = headings.filter(({ depth, text }) => (depth === 2 || depth === 3) && text !== '')
  if (shown.length < 2) return undefined
  return html`<p>On this page</p><ul>${shown
    .slice(0, MOST_HEADINGS)
    .map(
      ({ depth, text, anchor }) =>
        html`<li class="${depth === 3 ? 'deep' : 'top-level'}"><a href="#${encodeURIComponent(anchor)}">${text}</a></li>`,
    )}</ul>`
}

function pagerLink(base: string, { path, title, shortTitle }: PageSummary, label: 'Previous' | 'Next'): Html {
  const href = sitePath(base, path)
  return html`<a class="${label.toLowerCase()}" rel="${label === 'Next' ? 'next' : 'prev'}" href="${href}"><small>${label}</small>${shortTitle ?? title}</a>`
}
