import type { Instruction } from '../instruction.ts'
import { CannotDo, call, type Program } from '../program.ts'
import type { WorkspaceView } from '../workspace-view.ts'

/** Moves a page; the tool mends what follows from it: links, navigation entry and redirect. */
export function* movePage(
  instruction: Extract<Instruction, { kind: 'move-page' }>,
  view: WorkspaceView,
): Program<string> {
  const from = yield* view.resolve(instruction.from)
  const to = yield* view.place(targetOf(instruction.to, from))
  if (to === from) throw new CannotDo(`${from} is there already.`)
  const moved = yield* call('move_file', { from, to, fix_links: true })
  if (!moved.ok) throw new CannotDo(moved.text)
  view.moved(from, to)
  return moved.text.split('\n').join(' ')
}

/** A folder as the target keeps the file's name; a bare name stays in the folder. */
function targetOf(to: string, from: string): string {
  const name = from.split('/').at(-1) ?? from
  if (to.endsWith('/')) return `${to}${name}`
  const extension = /\.\w+$/.exec(from)?.[0] ?? ''
  const file = /\.\w+$/.test(to) ? to : `${to}${extension}`
  return file.includes('/') ? file : [...from.split('/').slice(0, -1), file].join('/')
}
