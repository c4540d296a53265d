import type { Instruction } from '../instruction.ts'
import { CannotDo, call, type Program } from '../program.ts'
import type { WorkspaceView } from '../workspace-view.ts'
import { quoted } from './edit-section.ts'

/** Adds a page with its frontmatter; the tool enters it in the navigation. */
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
  const [, ...rest] = result.text.split('\n')
  return [`Added the page ${path}.`, ...rest].join(' ')
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
