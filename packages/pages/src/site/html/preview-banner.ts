import { CHANGE_ID } from '@docent/site'
import { type Html, html } from '../../html/html.ts'
import type { SiteContents } from '../site-contents.ts'
import { sitePath } from '../site-path.ts'

/** More would push the page away from its beginning: the navigation marks them all. */
const MOST_NAMED = 5

/** Says that this is a branch, leads to the pages that it changes, and to both sides of one that is open. */
export function previewBanner(
  { preview, outline, base }: SiteContents,
  path: string,
  isBefore: boolean,
): Html | undefined {
  if (preview === undefined) return undefined
  const { branch, changed, before } = preview
  const pages = [...changed].flatMap((each) => outline.page(each) ?? [])
  const links = pages
    .slice(0, MOST_NAMED)
    .map((page) =>
      page.path === path
        ? html`<strong>${page.title}</strong>`
        : html`<a href="${sitePath(base, page.path)}#${CHANGE_ID}">${page.title}</a>`,
    )
  const more = pages.length - links.length
  return html`<aside class="banner" aria-label="Preview"><p>Preview of <code>${branch}</code></p>${
    pages.length === 0
      ? html`<p>No new or changed pages.</p>`
      : html`<p>Changed: ${links.map((link, at) => (at === 0 ? link : html`, ${link}`))}${more > 0 && ` and ${more} more`}</p>`
  }${changed.has(path) && sides(sitePath(base, path), before.outline.page(path) === undefined, isBefore)}</aside>`
}

function sides(address: string, isNew: boolean, isBefore: boolean): Html {
  if (isNew) return html`<p>This page is new.</p>`
  return html`<p>${isBefore ? html`<strong>Before</strong>` : html`<a href="${address}?side=before#${CHANGE_ID}">Before</a>`} · ${
    isBefore ? html`<a href="${address}#${CHANGE_ID}">After</a>` : html`<strong>After</strong>`
  }</p>`
}
