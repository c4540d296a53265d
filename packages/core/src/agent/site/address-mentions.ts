import { isDocumentationFile } from '@docent/content'
import type { Workspace } from '../../ports/workspaces.ts'

const MAX_HITS = 500
const PLAIN = /^\/[\w/.-]+$/

export interface AddressMention {
  path: string
  /** From 1. */
  lines: number[]
}

/**
 * Files that are no pages and hold the address of a page between quotes: components, pages of the site's framework,
 * menus. They are code, or data of an unknown kind: Docent lists them and changes nothing.
 *
 * @param route of the page, where it was
 * @param known files that are reported elsewhere
 */
export async function addressMentions(
  workspace: Workspace,
  route: string,
  prefixes: readonly string[],
  known: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<AddressMention[]> {
  if (!PLAIN.test(route)) return []
  const literal = (text: string) => text.replace(/\./g, '\\.')
  const before = prefixes.filter((prefix) => prefix !== '').map(literal)
  const prefix = before.length === 0 ? '' : `(${before.join('|')})?`
  const pattern = `["'\`]${prefix}${literal(route)}/?([?#][^"'\`]*)?["'\`]`
  const { hits } = await workspace.search({ pattern, limit: MAX_HITS }, { signal })
  const mentions = new Map<string, number[]>()
  for (const { path, line } of hits) {
    if (isDocumentationFile(path) || known.has(path)) continue
    mentions.set(path, [...(mentions.get(path) ?? []), line])
  }
  return [...mentions].map(([path, lines]) => ({ path, lines }))
}
