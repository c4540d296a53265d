import { extractLinks, isDocumentationFile, pagePathOf, resolveLink } from '@docent/content'
import type { Instruction } from '../instruction.ts'
import { withoutEntry } from '../navigation-edit.ts'
import { CannotDo, call, type Program } from '../program.ts'
import type { WorkspaceView } from '../workspace-view.ts'
import { filesThatName } from './move-page.ts'
import { editNavigation } from './navigation-file.ts'

/** Deletes a page and its navigation entry, and tells which pages still link to it. */
export function* deletePage(
  instruction: Extract<Instruction, { kind: 'delete-page' }>,
  view: WorkspaceView,
): Program<string> {
  const path = yield* view.resolve(instruction.page)
  const result = yield* call('delete_file', { path })
  if (!result.ok) throw new CannotDo(result.text)
  view.deleted(path)
  if (!isDocumentationFile(path)) return `Deleted ${path}.`
  const route = pagePathOf(path, view.root)
  const navigation = yield* editNavigation(view, (source) => withoutEntry(source, route))
  const linking: string[] = []
  for (const file of yield* filesThatName(path, view)) {
    const page = isDocumentationFile(file) ? yield* view.read(file) : undefined
    if (page === undefined) continue
    const links = extractLinks(page.text, file)
    const leadsHere = links.some((link) => {
      const target = resolveLink(file, link.target, { root: view.root })
      return target?.kind === 'page' && target.path === route
    })
    if (leadsHere) linking.push(file)
  }
  const entry = navigation === undefined ? '' : ` Took its entry out of ${navigation}.`
  const links = linking.length === 0 ? '' : ` These pages still link to it: ${linking.join(', ')}.`
  return `Deleted ${path}.${entry}${links}`
}
