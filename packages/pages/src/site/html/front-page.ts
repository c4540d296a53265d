import type { Page } from '@docent/content'
import type { NavigationNode } from '@docent/core'
import { z } from 'zod'
import { type Html, html } from '../../html/html.ts'
import type { SiteContents } from '../site-contents.ts'
import { sitePath } from '../site-path.ts'
import { siteReferences } from '../site-references.ts'

const text = z.string().trim().min(1).max(2_000).optional().catch(undefined)

/** As VitePress and Starlight write the front page of a site: in the frontmatter. What has another shape is left out. */
const Front = z.object({
  hero: z
    .object({
      name: text,
      title: text,
      text,
      tagline: text,
      actions: z
        .array(z.object({ text, link: text }).catch({}))
        .max(20)
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
  features: z
    .array(z.object({ title: text, details: text, link: text }).catch({}))
    .max(60)
    .optional()
    .catch(undefined),
})

/** What the frontmatter of a front page shows: its tagline, its buttons and its features. Undefined for other pages. */
export function frontHtml(contents: SiteContents, page: Page): Html | undefined {
  const { hero, features } = Front.parse(page.frontmatter)
  if (hero === undefined && features === undefined) return undefined
  const resolve = siteReferences(contents, page)
  const link = (target: string) => {
    if (/^https?:\/\//i.test(target)) return target
    return /^[a-z][a-z0-9+.-]*:/i.test(target) ? undefined : resolve({ kind: 'page', target })
  }
  const claims = [hero?.text, hero?.tagline].filter((each) => each !== undefined && each !== page.title)
  const actions = (hero?.actions ?? []).flatMap(({ text: label, link: target }) => {
    const href = target === undefined ? undefined : link(target)
    return label === undefined || href === undefined
      ? []
      : [html`<a href="${href}" rel="noopener">${label}</a>`]
  })
  const cards = (features ?? []).flatMap(({ title, details, link: target }) => {
    if (title === undefined && details === undefined) return []
    const href = target === undefined ? undefined : link(target)
    const shown = title && (href === undefined ? title : html`<a href="${href}" rel="noopener">${title}</a>`)
    return [
      html`<div class="card">${shown && html`<p class="card-title">${shown}</p>`}${details && html`<p>${details}</p>`}</div>`,
    ]
  })
  return html`${claims.map((claim) => html`<p class="lead">${claim}</p>`)}${
    actions.length > 0 && html`<p class="actions">${actions}</p>`
  }${cards.length > 0 && html`<div class="cards">${cards}</div>`}`
}

const MOST_GROUPS = 24
const MOST_PAGES = 6

/** Where a site goes from its first page: for one that has nothing to read, such as a drawing by code. */
export function overviewHtml({ base, outline }: SiteContents, path: string): Html | undefined {
  const groups = outline.navigationFor(path).filter((node) => node.kind === 'group')
  if (groups.length === 0) return undefined
  return html`<div class="cards overview">${groups.slice(0, MOST_GROUPS).map(({ title, page, children }) => {
    const pages = [...(page === undefined ? [] : [page]), ...children.flatMap(pagesOf)].slice(0, MOST_PAGES)
    return html`<div class="card"><p class="card-title">${title}</p><ul>${pages.map(
      (each) => html`<li><a href="${sitePath(base, each.path)}">${each.shortTitle ?? each.title}</a></li>`,
    )}</ul></div>`
  })}</div>`
}

function pagesOf(node: NavigationNode): { path: string; title: string; shortTitle?: string }[] {
  return node.kind === 'page'
    ? [node.page]
    : [...(node.page ? [node.page] : []), ...node.children.flatMap(pagesOf)]
}

/** The first page of a site, or of a language, that has nothing but tags, code and white space. */
export function isEmptyFirstPage({ path, language, content }: Page): boolean {
  if (path !== '/' && path.toLowerCase() !== `/${language?.toLowerCase()}`) return false
  const read = content
    .replace(/<script\b[\s\S]*?(?:<\/script\s{0,9}>|$)|<style\b[\s\S]*?(?:<\/style\s{0,9}>|$)/gi, '')
    .replace(/^(?:import|export)\s.*$/gm, '')
    .replace(/<[^<>]*>/g, '')
  return read.trim() === ''
}
