import { type NavigationNode, oneLine } from '@docent/core'
import type { PageSummary } from '@docent/core/plugin'
import type { SiteContents } from './site-contents.ts'
import { markdownPath } from './site-path.ts'

/** Of one list: what a program takes in at once. */
const MOST_CHARACTERS = 50_000
/** Title of the pages in no group of the navigation. */
const ALONE = 'Docs'

interface Section {
  title: string
  /** Of its own list, where the whole has no room for it. */
  name: string
  lines: string[]
}

/**
 * The pages of a site for programs, in the sections of its navigation. Where they do not fit into one list, it leads to a
 * list for each section.
 *
 * @param base absolute address of the site
 * @param name of the list of a section; absent: the whole
 * @see https://llmstxt.org
 */
export function llmsList(contents: SiteContents, base: string, name?: string): string | undefined {
  const sections = sectionsOf(contents, base)
  const whole = listOf(contents, sections)
  if (name === undefined && whole.length <= MOST_CHARACTERS) return whole
  const parts = sections.flatMap(partsOf)
  if (name !== undefined) {
    const part = parts.find((each) => each.name === name)
    return part && listOf(contents, [part])
  }
  const lines = parts.map((part) => {
    const count = `${part.lines.length} ${part.lines.length === 1 ? 'page' : 'pages'}`
    return `- [${part.title}](${base}/${encodeURIComponent(part.name)}/llms.txt): ${count}`
  })
  return listOf(contents, [{ title: 'Sections', name: '', lines }])
}

function sectionsOf({ outline }: SiteContents, base: string): Section[] {
  const sections = new Map<string, PageSummary[]>()
  const add = (title: string, pages: readonly PageSummary[]) => {
    const known = sections.get(title) ?? []
    for (const page of pages) known.push(page)
    sections.set(title, known)
  }
  for (const node of outline.navigation)
    add(node.kind === 'page' ? ALONE : oneLine(node.title), pagesOf(node))
  const listed = new Set([...sections.values()].flatMap((pages) => pages.map(({ path }) => path)))
  const others = outline.pages.filter(({ path }) => !listed.has(path))
  if (others.length > 0) add(sections.size === 0 ? ALONE : 'More pages', others)
  const names = new Set<string>()
  return [...sections].map(([title, pages]) => {
    const plain =
      title
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.join('-') ?? 'section'
    let name = plain
    for (let count = 1; names.has(name); count++) name = `${plain}-${count}`
    names.add(name)
    return { title, name, lines: pages.map((page) => lineOf(page, base)) }
  })
}

function pagesOf(node: NavigationNode): PageSummary[] {
  if (node.kind === 'page') return [node.page]
  return [...(node.page === undefined ? [] : [node.page]), ...node.children.flatMap(pagesOf)]
}

function lineOf({ path, title, description }: PageSummary, base: string): string {
  const about = description === undefined ? '' : `: ${oneLine(description)}`
  return `- [${oneLine(title).replaceAll(/[[\]]/g, '\\$&')}](${markdownPath(base, path)})${about}`
}

/** A section in parts that each fit into a list. */
function partsOf({ title, name, lines }: Section): Section[] {
  const parts: Section[] = []
  let left = 0
  for (const line of lines) {
    left -= line.length + 1
    const last = parts.at(-1)
    if (last !== undefined && left >= 0) last.lines.push(line)
    else {
      const number = parts.length === 0 ? '' : `${parts.length + 1}`
      parts.push({
        title: number === '' ? title : `${title}, part ${number}`,
        name: number === '' ? name : `${name}~${number}`,
        lines: [line],
      })
      left = MOST_CHARACTERS / 2 - line.length
    }
  }
  return parts
}

function listOf({ project, outline }: SiteContents, sections: readonly Section[]): string {
  const first = outline.page('/') ?? outline.pages[0]
  const about = oneLine(first?.description ?? '') || `The documentation of ${oneLine(project.name)}.`
  return [
    `# ${oneLine(project.name)}`,
    `> ${about}`,
    ...sections.flatMap(({ title, lines }) => [`## ${title}`, lines.join('\n')]),
  ]
    .join('\n\n')
    .concat('\n')
}
