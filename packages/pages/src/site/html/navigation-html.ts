import type { NavigationNode } from '@docent/core'
import type { PageSummary } from '@docent/core/plugin'
import { type Html, html } from '../../html/html.ts'
import { sitePath } from '../site-path.ts'

export interface NavigationPlace {
  base: string
  /** Path of the page that is open. */
  current: string
  /** What the navigation marks, in a preview: paths of pages that the branch changes. */
  changed?: ReadonlySet<string>
}

/**
 * The navigation as nested lists. Groups of the first level with groups in them are sections, of which only the one
 * with the current page is unfolded: a site may have thousands of pages.
 */
export function navigationHtml(nodes: readonly NavigationNode[], place: NavigationPlace): Html {
  return html`<ul>${nodes.map((node) => entry(node, place, 0))}</ul>`
}

function entry(node: NavigationNode, place: NavigationPlace, depth: number): Html {
  if (node.kind === 'page') return html`<li>${link(node.page, place)}</li>`
  const isSection = depth > 1 || node.children.some(({ kind }) => kind === 'group')
  const own = node.page === undefined ? undefined : link(node.page, place)
  const children = node.children.map((child) => entry(child, place, depth + 1))
  if (!isSection) return html`<li><p class="nav-title">${own ?? node.title}</p><ul>${children}</ul></li>`
  // A link inside of what unfolds the section could not be told from it.
  const inside = html`<ul>${own && html`<li>${own}</li>`}${children}</ul>`
  return holds(node, place.current)
    ? html`<li><details open><summary>${node.title}</summary>${inside}</details></li>`
    : html`<li><details><summary>${node.title}</summary>${inside}</details></li>`
}

function link({ path, title, shortTitle }: PageSummary, { base, current, changed }: NavigationPlace): Html {
  const mark = changed?.has(path) ? html` <span class="badge">changed</span>` : undefined
  const href = sitePath(base, path)
  const text = shortTitle ?? title
  return path === current
    ? html`<a href="${href}" aria-current="page">${text}${mark}</a>`
    : html`<a href="${href}">${text}${mark}</a>`
}

/** The groups that a page stands in, as links where they are pages; undefined for a page at the top. */
export function trailHtml(nodes: readonly NavigationNode[], base: string, path: string): Html | undefined {
  const groups: Html[] = []
  let inside = nodes
  for (;;) {
    const group = inside.find((node) => node.kind === 'group' && holds(node, path))
    if (group?.kind !== 'group' || group.page?.path === path) break
    const { title, page } = group
    groups.push(
      page === undefined
        ? html`<li>${title}</li>`
        : html`<li><a href="${sitePath(base, page.path)}">${title}</a></li>`,
    )
    inside = group.children
  }
  return groups.length === 0
    ? undefined
    : html`<nav class="trail" aria-label="Breadcrumb"><ol>${groups}</ol></nav>`
}

function holds(node: NavigationNode, path: string): boolean {
  return (
    node.page?.path === path || (node.kind === 'group' && node.children.some((child) => holds(child, path)))
  )
}
