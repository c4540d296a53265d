import { isDocumentationFile, pagePathOf, renameNavigationEntry, rewriteLinks } from '@docent/content'
import type { Instruction } from '../instruction.ts'
import { withRedirect } from '../navigation-edit.ts'
import { CannotDo, call, callAll, type Program, type ToolRequest } from '../program.ts'
import { lineEdits } from '../unique-edit.ts'
import { readHits, type WorkspaceView } from '../workspace-view.ts'
import { editNavigation } from './navigation-file.ts'

/** Moves a page and what follows from it: links to it, its own relative links, its navigation entry, a redirect. */
export function* movePage(
  instruction: Extract<Instruction, { kind: 'move-page' }>,
  view: WorkspaceView,
): Program<string> {
  const from = yield* view.resolve(instruction.from)
  const to = yield* view.place(targetOf(instruction.to, from))
  if (to === from) throw new CannotDo(`${from} is there already.`)
  const before = yield* view.read(from)
  // The edits below are this model's own, each a step that people can follow.
  const moved = yield* call('move_file', { from, to, fix_links: false })
  if (!moved.ok) throw new CannotDo(moved.text)
  view.moved(from, to)
  if (!isDocumentationFile(from) || before === undefined) return `Moved ${from} to ${to}.`
  const options = { root: view.root, movedTo: to }
  const own = lineEdits(to, before.text, rewriteLinks(before.text, from, { [from]: to }, options))
  const requests: ToolRequest[] = own.map((edit) => ({ toolName: 'edit_file', input: { ...edit } }))
  const linking = new Set<string>()
  for (const path of yield* filesThatName(from, view)) {
    if (path === to || !isDocumentationFile(path)) continue
    const page = yield* view.read(path)
    if (page === undefined) continue
    const edits = lineEdits(
      path,
      page.text,
      rewriteLinks(page.text, path, { [from]: to }, { root: view.root }),
    )
    if (edits.length > 0) linking.add(path)
    requests.push(...edits.map((edit) => ({ toolName: 'edit_file', input: { ...edit } })))
  }
  const results = yield* callAll(requests)
  const failed = new Set<string>()
  for (const [index, result] of results.entries()) {
    const path = String(requests[index]?.input.path)
    if (result.ok) view.wrote(path)
    else failed.add(`${path}: ${result.text.split('\n')[0]}`)
  }
  const [oldPath, newPath] = [pagePathOf(from, view.root), pagePathOf(to, view.root)]
  const navigation = yield* editNavigation(view, (source) =>
    withRedirect(renameNavigationEntry(source, oldPath, newPath), oldPath, newPath),
  )
  const links = linking.size === 0 ? '' : ` Fixed the links to it in ${[...linking].join(', ')}.`
  const entry =
    navigation === undefined ? '' : ` Updated the navigation and added a redirect in ${navigation}.`
  const left = failed.size === 0 ? '' : ` These links could not be fixed: ${[...failed].join(' ')}`
  return `Moved ${from} to ${to}.${links}${entry}${left}`
}

/** A folder as the target keeps the file's name; a bare name stays in the folder. */
function targetOf(to: string, from: string): string {
  const name = from.split('/').at(-1) ?? from
  if (to.endsWith('/')) return `${to}${name}`
  const extension = /\.\w+$/.exec(from)?.[0] ?? ''
  const file = /\.\w+$/.test(to) ? to : `${to}${extension}`
  return file.includes('/') ? file : [...from.split('/').slice(0, -1), file].join('/')
}

/** Files that may link to a page: those that name its last segment, or its folder for an index page. */
export function* filesThatName(page: string, view: WorkspaceView): Program<string[]> {
  const segments = page.replace(/\.\w+$/, '').split('/')
  const name = segments.at(-1) === 'index' ? segments.at(-2) : segments.at(-1)
  if (name === undefined) return []
  const result = yield* call('search_files', { pattern: name, fixed: true, ...view.scope() })
  return result.ok ? [...new Set(readHits(result.text).map((hit) => hit.path))] : []
}
