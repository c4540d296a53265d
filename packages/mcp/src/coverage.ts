import { type NavigationNode, ReadSite } from '@docent/core'
import { DocentError } from '@docent/core/plugin'
import type { Call } from '@docent/http'
import { oneLine } from './one-line.ts'

const MOST_SECTIONS = 12
const MOST_BELOW = 6
const MOST_OF_A_TITLE = 60
const MOST_CHARACTERS = 500

/**
 * What the documentation covers, as a sentence for tools: the top sections of its navigation and what is directly
 * below them. Only pages that everyone may read count. Empty when there is no navigation to name.
 */
export async function readCoverage({
  project,
  services,
  signal,
}: Pick<Call, 'project' | 'services' | 'signal'>): Promise<string> {
  try {
    const outline = await services.docent.resolve(ReadSite).outline(project, { signal })
    return coverageOf(outline?.navigation ?? [])
  } catch (error) {
    // A client connects also while the index is made anew.
    if (!DocentError.is(error, 'dependency_failed')) throw error
    services.logger.warn(
      { err: error, projectId: project.id },
      'The tools do not say what the documentation covers',
    )
    return ''
  }
}

export function coverageOf(navigation: readonly NavigationNode[]): string {
  const sections = new Map<string, Set<string>>()
  for (const { title, children } of groupsOf(belowOnlyGroup(navigation))) {
    const below = sections.get(title) ?? new Set()
    for (const child of groupsOf(children)) if (child.title !== title) below.add(child.title)
    sections.set(title, below)
  }
  const all = [...sections].map(([title, below]) => (below.size === 0 ? title : `${title} (${list(below)})`))
  const named: string[] = []
  let left = MOST_CHARACTERS
  for (const section of all.slice(0, MOST_SECTIONS)) {
    left -= section.length + 2
    if (left < 0) break
    named.push(section)
  }
  if (named.length === 0) return ''
  const rest = all.length - named.length
  return `It covers: ${named.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`
}

/** A site whose whole navigation is in one group says more one level down. */
function belowOnlyGroup(navigation: readonly NavigationNode[]): readonly NavigationNode[] {
  const [only, ...others] = navigation
  const isOnly = only?.kind === 'group' && others.length === 0
  return isOnly && groupsOf(only.children).length > 0 ? belowOnlyGroup(only.children) : navigation
}

function groupsOf(
  nodes: readonly NavigationNode[],
): { title: string; children: readonly NavigationNode[] }[] {
  return nodes.flatMap((node) => {
    if (node.kind !== 'group') return []
    const title = oneLine(node.title).trim()
    const short = title.length > MOST_OF_A_TITLE ? `${title.slice(0, MOST_OF_A_TITLE - 1)}…` : title
    return short === '' ? [] : [{ title: short.toWellFormed(), children: node.children }]
  })
}

function list(titles: ReadonlySet<string>): string {
  const shown = [...titles].slice(0, MOST_BELOW)
  return `${shown.join(', ')}${titles.size > shown.length ? ', …' : ''}`
}
