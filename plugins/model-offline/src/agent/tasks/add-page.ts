import { pagePathOf } from '@docent/content'
import type { Instruction } from '../instruction.ts'
import { withEntry } from '../navigation-edit.ts'
import { CannotDo, call, type Program } from '../program.ts'
import type { WorkspaceView } from '../workspace-view.ts'
import { quoted } from './edit-section.ts'
import { editNavigation } from './navigation-file.ts'

/** Adds a page with its frontmatter, and its entry in the navigation when there is one. */
export function* addPage(
  instruction: Extract<Instruction, { kind: 'add-page' }>,
  view: WorkspaceView,
): Program<string> {
  const path = yield* view.place(instruction.path)
  if ((yield* view.files()).includes(path)) throw new CannotDo(`${path} exists already.`)
  const body = instruction.body.trim()
  const hasFrontmatter = body.startsWith('---\n')
  const title = instruction.title ?? titleFrom(path)
  const content = hasFrontmatter
    ? `${body}\n`
    : `---\ntitle: ${quoted(title)}\n---\n${body === '' ? '' : `\n${body}\n`}`
  const result = yield* call('write_file', { path, content })
  if (!result.ok) throw new CannotDo(result.text)
  view.wrote(path)
  const navigation = yield* editNavigation(view, (source) => withEntry(source, pagePathOf(path, view.root)))
  return `Added the page ${path}${navigation === undefined ? '' : ` and its entry in ${navigation}`}.`
}

function titleFrom(path: string): string {
  const name =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? path
  const words = name.replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
