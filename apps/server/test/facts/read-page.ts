import type { Element, ElementContent, Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import type { HtmlProfile } from './html-profiles.ts'
import {
  attribute,
  firstOf,
  isSelected,
  type Selector,
  selected,
  squeezed,
  textOf,
  without,
} from './select.ts'
import type { NavigationFact, PageFacts } from './site-facts.ts'

export type ReadPage =
  | (Omit<PageFacts, 'navigation' | 'text' | 'code'> & {
      text: string
      code: string[]
      navigation: NavigationFact[]
    })
  | { redirect: string }

/**
 * What a page of HTML says; undefined for one that is no page of documentation.
 * @param place the address that a link means
 */
export function readPage(
  html: string,
  profile: HtmlProfile,
  place: (href: string) => string | undefined,
): ReadPage | undefined {
  const tree = fromHtml(html)
  const redirect = redirectOf(tree)
  const target = redirect === undefined ? undefined : place(redirect)
  if (target !== undefined) return { redirect: target }
  const found = profile.main.map((each) => firstOf(tree, each)).find((each) => each !== undefined)
  if (found === undefined) return undefined
  const main = without(
    withTabTitles(found, profile.tabs),
    (child) =>
      isSelected(child, profile.drop) ||
      isSelected(child, 'script, style, template, svg, [class*=nav-title]'),
  )
  const heading = firstOf(main, 'h1') ?? firstOf(tree, 'h1')
  const language = attribute(firstOf(tree, 'html') ?? main, 'lang')
  // A page in another language than its surroundings stands in for one that isn't translated.
  if ((attribute(found, 'lang') ?? language) !== language) return undefined
  const text = squeezed(
    textOf(
      without(main, (child) => isSelected(child, 'h1')),
      profile.apart,
    ),
  )
  const robots = firstOf(tree, 'meta[name=robots]')
  const isUnlisted =
    (robots !== undefined && (attribute(robots, 'content')?.includes('noindex') ?? false)) ||
    (profile.listed !== undefined && firstOf(tree, profile.listed) === undefined)
  const isGenerated = profile.generated !== undefined && isSelected(found, profile.generated)
  return {
    titles: titlesOf(tree, heading),
    ...(language !== undefined && { language }),
    ...(isUnlisted && { isUnlisted }),
    ...(isGenerated && { isGenerated }),
    anchors: [...anchorsOf(main, profile.anchors)],
    text,
    code: [...selected(main, 'pre')]
      .map(({ node }) => textOf(node).replace(/[\s\u200b]/g, ''))
      .filter((code) => code !== ''),
    images: [...selected(main, 'img[src]')].map(({ node }) => attribute(node, 'src') ?? ''),
    navigation: navigationOf(tree, profile, place),
  }
}

type Tabs = NonNullable<HtmlProfile['tabs']>
const BY_ROLE: Tabs = { list: '[role=tablist]', label: '[role=tab]', panel: '[role=tabpanel]' }

/** The labels of tabs, each at the beginning of its tab instead of in a list before them. */
function withTabTitles(node: Element, tabs: Tabs = BY_ROLE): Element {
  const lists: ElementContent[] = node.children.filter((child) => isSelected(child, tabs.list))
  const labels = lists.flatMap((list) => [...selected(list, tabs.label)].map((tab) => tab.node))
  const panels = labels.length === 0 ? [] : [...selected(node, tabs.panel)].slice(0, labels.length)
  const moved = new Map(panels.map((panel, at) => [panel.node, labels[at]]))
  const put = (parent: Element): Element => {
    const label = moved.get(parent)
    const children = parent.children
      .filter((child) => !lists.includes(child))
      .map((child) => (child.type === 'element' ? put(child) : child))
    const title = label && { ...label, tagName: 'p', properties: {} }
    return { ...parent, children: title === undefined ? children : [title, ...children] }
  }
  const whole = panels.length === 0 ? node : put(node)
  return {
    ...whole,
    children: whole.children.map((child) => (child.type === 'element' ? withTabTitles(child, tabs) : child)),
  }
}

function redirectOf(tree: Root): string | undefined {
  const refresh = firstOf(tree, 'meta[http-equiv=refresh]')
  const content = refresh && attribute(refresh, 'content')
  return content === undefined ? undefined : /url=['"]?([^\s'"]+)/i.exec(content)?.[1]
}

function titlesOf(tree: Root, heading: Element | undefined): string[] {
  const element = firstOf(tree, 'title')
  const title = element === undefined ? '' : squeezed(textOf(element))
  const [first = ''] = title.split(/ [|·–—-] /)
  const all = [title, first, heading === undefined ? '' : squeezed(textOf(heading))]
  return [...new Set(all)].filter((each) => each !== '').sort()
}

const ANCHORS: Selector = 'h2[id], h3[id], h4[id], h5[id], h6[id], a[id], a[name]'

/** Where links to the page may lead: headings below its title, and what authors name. */
function* anchorsOf(main: Element, places = ANCHORS): Generator<string> {
  const known = new Set<string>()
  for (const { node } of selected(main, places)) {
    if (node.children.some((child) => isSelected(child, 'h1'))) continue
    if (isSelected(node, '[data-footnote-ref]')) continue
    for (const name of [attribute(node, 'id'), attribute(node, 'name')])
      if (name !== undefined && name !== '' && !known.has(name)) {
        known.add(name)
        yield name
      }
  }
}

function navigationOf(
  tree: Root,
  {
    navigation,
    entry,
    nest,
    noLabel = '.badge',
    noLink = '[data-none]',
    head = '[data-none]',
    part = '[data-none]',
    noEntry = '[data-none]',
  }: HtmlProfile,
  place: (href: string) => string | undefined,
): NavigationFact[] {
  const root = firstOf(tree, navigation)
  if (root === undefined) return []
  const found: NavigationFact[] = []
  const levels: number[] = []
  let headLevel: number | undefined
  const name = firstOf(firstOf(root, part) ?? { type: 'root', children: [] }, 'p')
  if (name !== undefined) {
    found.push({ depth: 0, label: squeezed(textOf(name)) })
    levels.push(-1)
  }
  for (const { node, around } of selected(root, entry)) {
    if (around.some((each) => isSelected(each, entry) || isSelected(each, noEntry))) continue
    if (isSelected(node, noEntry)) continue
    const label = squeezed(textOf(without(node, (child) => isSelected(child, noLabel))))
    const isHead = isSelected(node, head)
    let level = around.filter((each) => isSelected(each, nest)).length
    if (headLevel !== undefined && level < headLevel) headLevel = undefined
    if (isHead) headLevel = label === '' ? undefined : level
    else if (level === headLevel) level += 0.5
    if (label === '') continue
    while ((levels.at(-1) ?? -1) >= level) levels.pop()
    const link = isSelected(node, noLink) ? undefined : firstOf(node, 'a[href]')
    const href = link && attribute(link, 'href')
    const address = href === undefined || /^[a-z]+:|^#./i.test(href) ? undefined : place(href)
    // The link of what unfolds stands below it, under the same name.
    const last = found.at(-1)
    if (last?.address === undefined && last?.label === label && last.depth === levels.length - 1 && address) {
      last.address = address
      continue
    }
    found.push({ depth: levels.length, label, ...(address !== undefined && { address }) })
    levels.push(level)
  }
  return found
}
