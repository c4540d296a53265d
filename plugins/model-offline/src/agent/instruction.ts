/** An exact change that the offline agent can carry out. `page` and `pages` are as the person wrote them. */
export type Instruction =
  | ReplaceInstruction
  | { kind: 'add-section'; page: string; title: string; body: string; place: SectionPlace | undefined }
  | { kind: 'add-text'; page: string; body: string; place: SectionPlace | undefined }
  | { kind: 'delete-section'; page: string; title: string }
  | { kind: 'add-page'; path: string; title: string | undefined; body: string }
  | { kind: 'move-page'; from: string; to: string }
  | { kind: 'delete-page'; page: string }
  | { kind: 'set-title'; page: string; title: string }

export interface ReplaceInstruction {
  kind: 'replace'
  old: string
  new: string
  /** Pages to change; undefined for everywhere. */
  pages: readonly string[] | undefined
  /** Leaves the text alone where it is a part of a longer word. */
  wholeWord: boolean
}

/** Where a section goes; undefined is the end of the page. */
export interface SectionPlace {
  where: 'after' | 'before' | 'in'
  heading: string
}

/** What was made of a prompt. */
export interface ParsedPrompt {
  instructions: Instruction[]
  /** Sentences that are no instruction it knows, as they were written. */
  unclear: string[]
}

/** One line that says what an instruction is to do, for a todo list. */
export function describe(instruction: Instruction): string {
  switch (instruction.kind) {
    case 'replace': {
      const where = instruction.pages === undefined ? 'everywhere' : `in ${instruction.pages.join(', ')}`
      return instruction.new === ''
        ? `Remove “${short(instruction.old)}” ${where}`
        : `Replace “${short(instruction.old)}” with “${short(instruction.new)}” ${where}`
    }
    case 'add-section':
      return `Add the section “${short(instruction.title)}” to ${instruction.page}`
    case 'add-text':
      return `Add text to ${instruction.page}`
    case 'delete-section':
      return `Delete the section “${short(instruction.title)}” of ${instruction.page}`
    case 'add-page':
      return `Add the page ${instruction.path}`
    case 'move-page':
      return `Move ${instruction.from} to ${instruction.to}`
    case 'delete-page':
      return `Delete ${instruction.page}`
    case 'set-title':
      return `Set the title of ${instruction.page} to “${short(instruction.title)}”`
  }
}

export function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
