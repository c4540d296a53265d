import type { Instruction, SectionPlace } from '../instruction.ts'
import { CannotDo, call, type Program } from '../program.ts'
import { headingNamed, headings } from '../sections.ts'
import { uniqueEdit } from '../unique-edit.ts'
import type { WorkspaceView } from '../workspace-view.ts'

type Of<Kind extends Instruction['kind']> = Extract<Instruction, { kind: Kind }>

/** Adds a section at the end of a page, or next to another one at that one's level. */
export function* addSection(instruction: Of<'add-section'>, view: WorkspaceView): Program<string> {
  const { title, body, place } = instruction
  const path = yield* view.resolve(instruction.page)
  const text = yield* textOf(path, view)
  const same = headings(text).find((heading) => heading.title === title)
  if (same !== undefined) throw new CannotDo(`${path} has a section “${title}” already.`)
  const { at, level } = target(text, place, path)
  const heading = `${'#'.repeat(level)} ${title.replace(/^#+\s*/, '')}`
  yield* insert(path, text, at, body === '' ? heading : `${heading}\n\n${body.trim()}`, view)
  return `Added the section “${title}” to ${path}.`
}

/** Adds a paragraph at the end of a page or of a section. */
export function* addText(instruction: Of<'add-text'>, view: WorkspaceView): Program<string> {
  const path = yield* view.resolve(instruction.page)
  const text = yield* textOf(path, view)
  let at = text.length
  if (instruction.place !== undefined) {
    const heading = named(text, instruction.place.heading, path)
    at = instruction.place.where === 'before' ? heading.start : heading.ownEnd
  }
  yield* insert(path, text, at, instruction.body.trim(), view)
  return `Added the text to ${path}.`
}

export function* deleteSection(instruction: Of<'delete-section'>, view: WorkspaceView): Program<string> {
  const path = yield* view.resolve(instruction.page)
  const text = yield* textOf(path, view)
  const { start, end, title } = named(text, instruction.title, path)
  // The last section takes the blank lines before it along.
  const from = end === text.length ? text.slice(0, start).trimEnd().length : start
  const result = yield* call('edit_file', { ...uniqueEdit(path, text, from, end, '') })
  if (!result.ok) throw new CannotDo(result.text)
  view.wrote(path)
  return `Deleted the section “${title}” of ${path}.`
}

/** Sets the title in the frontmatter, or the first heading of a page without one. */
export function* setTitle(instruction: Of<'set-title'>, view: WorkspaceView): Program<string> {
  const path = yield* view.resolve(instruction.page)
  const text = yield* textOf(path, view)
  const frontmatter = /^---\n[\s\S]*?\n---(?=\n|$)/.exec(text)?.[0] ?? ''
  const line = /^title:.*$/m.exec(frontmatter)
  const heading = headings(text).find((each) => each.level === 1)
  let edit = uniqueEdit(path, text, 0, 0, `---\ntitle: ${quoted(instruction.title)}\n---\n\n`)
  if (line !== null) {
    edit = uniqueEdit(
      path,
      text,
      line.index,
      line.index + line[0].length,
      `title: ${quoted(instruction.title)}`,
    )
  } else if (frontmatter !== '') {
    edit = uniqueEdit(path, text, 4, 4, `title: ${quoted(instruction.title)}\n`)
  } else if (heading !== undefined) {
    const end = text.indexOf('\n', heading.start)
    edit = uniqueEdit(path, text, heading.start, end < 0 ? text.length : end, `# ${instruction.title}`)
  }
  const result = yield* call('edit_file', { ...edit })
  if (!result.ok) throw new CannotDo(result.text)
  view.wrote(path)
  return `Set the title of ${path} to “${instruction.title}”.`
}

/** As YAML: plain where that is safe. */
export function quoted(title: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{N} .,()/&+-]*$/u.test(title) &&
    !/^(?:true|false|null|yes|no|[\d.]+)$/i.test(title)
    ? title
    : JSON.stringify(title)
}

function* textOf(path: string, view: WorkspaceView): Program<string> {
  const page = yield* view.read(path)
  if (page === undefined) throw new CannotDo(`${path} cannot be read.`)
  if (page.hasCutLines) throw new CannotDo(`${path} has lines that are too long to edit safely.`)
  return page.text
}

/** Puts a block between blank lines at an offset that is the start of a line or the end of the text. */
function* insert(path: string, text: string, at: number, block: string, view: WorkspaceView): Program<void> {
  const before = text.slice(0, at).trimEnd()
  const after = text.slice(at).trimStart()
  const whole = [before, block, after].filter((part) => part !== '').join('\n\n')
  // Near its place the text is short and stands there once; the rest of the page is not touched.
  const lastLine = before.lastIndexOf('\n') + 1
  const result =
    before === ''
      ? yield* call('write_file', { path, content: `${whole}\n` })
      : yield* call('edit_file', {
          ...uniqueEdit(
            path,
            text,
            lastLine,
            at,
            `${before.slice(lastLine)}\n\n${block}${after === '' ? '' : '\n\n'}`,
          ),
        })
  if (!result.ok) throw new CannotDo(result.text)
  view.wrote(path)
}

function target(text: string, place: SectionPlace | undefined, path: string): { at: number; level: number } {
  if (place !== undefined) {
    const heading = named(text, place.heading, path)
    if (place.where === 'in') return { at: heading.end, level: Math.min(heading.level + 1, 6) }
    return { at: place.where === 'before' ? heading.start : heading.end, level: Math.max(heading.level, 2) }
  }
  const levels = headings(text)
    .map((heading) => heading.level)
    .filter((level) => level > 1)
  return { at: text.length, level: levels.length === 0 ? 2 : Math.min(...levels) }
}

function named(text: string, name: string, path: string) {
  const heading = headingNamed(text, name)
  if (heading === undefined) throw new CannotDo(`${path} has no section “${name}”.`)
  return heading
}
