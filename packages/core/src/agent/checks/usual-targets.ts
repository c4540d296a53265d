import { isDocumentationFile } from '@docent/content'
import type { FileChange, Workspace } from '../../ports/workspaces.ts'
import type { DocsRevision, Finding } from '../site/docs-revision.ts'

/** Most targets that are looked for, and most pages that are read for each. */
const MAX_TARGETS = 20
const MAX_PAGES = 5

interface Around {
  workspace: Workspace
  changes: readonly FileChange[]
  before: DocsRevision
  after: DocsRevision
  signal: AbortSignal
}

/**
 * Which missing addresses are links of other pages of the base, too: they are made when the site is built, from an API
 * or another repository, or redirected by its host. A link to one more of them is no mistake worth telling.
 *
 * @returns names of such targets, as findings have them
 */
export async function usualTargets(
  findings: readonly Finding[],
  { workspace, changes, before, after, signal }: Around,
): Promise<Set<string>> {
  const changed = new Set(changes.map(({ path }) => path))
  const wanted = new Map<string, { file: string; target: string }>()
  for (const { missing, problem } of findings) {
    if (missing === undefined || wanted.has(missing.name) || wanted.size >= MAX_TARGETS) continue
    // What a change took away is a mistake wherever it is linked.
    const link = { target: missing.target, kind: 'internal' } as const
    if (before.map.find(problem.file, link).kind !== 'missing') continue
    wanted.set(missing.name, { file: problem.file, target: missing.target })
  }
  const usual = new Set<string>()
  for (const [name, { target }] of wanted) {
    const last = lastSegment(target)
    if (last === '') continue
    const { hits } = await workspace.search({ pattern: last, fixed: true, limit: 200 }, { signal })
    const pages = [...new Set(hits.map(({ path }) => path))]
      .filter((path) => isDocumentationFile(path) && !changed.has(path))
      .slice(0, MAX_PAGES)
    for (const [page, links] of await after.links(pages)) {
      const leads = links.some((link) => {
        const found = after.map.find(page, link)
        return found.kind === 'missing' && found.name === name
      })
      if (leads) usual.add(name)
    }
  }
  return usual
}

function lastSegment(target: string): string {
  return (
    target
      .replace(/[?#].*$/s, '')
      .split('/')
      .filter((part) => part !== '' && !/^\.+$/.test(part))
      .at(-1) ?? ''
  )
}
