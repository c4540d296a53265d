import { PROMPT_TAGS, readEmptyTags } from '@docent/core/plugin'
import { AGENT_ABILITIES, AGENT_DESCRIPTION } from '../self-description.ts'
import { describe, type Instruction } from './instruction.ts'
import { parsePrompt } from './parse-prompt.ts'
import { CannotDo, callAll, type Program } from './program.ts'
import { addPage } from './tasks/add-page.ts'
import { deletePage } from './tasks/delete-page.ts'
import { addSection, addText, deleteSection, setTitle } from './tasks/edit-section.ts'
import { movePage } from './tasks/move-page.ts'
import { replaceText } from './tasks/replace-text.ts'
import { resolveConflicts } from './tasks/resolve-conflicts.ts'
import type { ToolResult, Transcript } from './transcript.ts'
import type { WorkspaceView } from './workspace-view.ts'

interface TodoItem {
  id: string
  content: string
  status: 'pending' | 'in_progress' | 'completed' | 'cancelled'
  priority: 'medium'
}

interface Report {
  done: string[]
  failed: string[]
  unclear: string[]
  problems: string | undefined
}

/**
 * Everything that the open requests ask for, one after the other, and the closing text. A request that comes while
 * the run goes on only adds to its end, so that what was recorded still fits.
 */
export function* work({ requests, earlier, feedback }: Transcript, view: WorkspaceView): Program<string> {
  const parts: string[] = []
  if (feedback?.kind === 'conflict') {
    const paths = readEmptyTags(feedback.text, PROMPT_TAGS.file).map(({ path = '' }) => path)
    parts.push(feedback.closing, yield* resolveConflicts(paths, view))
  } else if (feedback !== undefined && requests.length === 0) {
    return `${feedback.closing.split('\n\nThe checks report')[0]}\n\nThe checks report problems that I can't fix:\n${taggedProblems(feedback.text)}`
  }
  const before = earlier.flatMap((text) => parsePrompt(text).instructions)
  const todos: TodoItem[] = []
  const report: Report = { done: [], failed: [], unclear: [], problems: undefined }
  for (const [number, request] of requests.entries()) {
    const { instructions, unclear } = parsePrompt(request, before)
    before.push(...instructions)
    report.unclear.push(...unclear)
    yield* carryOut(instructions, number + 1, todos, report, view)
  }
  if (requests.length > 0) parts.push(closingText(report))
  return parts.filter((part) => part !== '').join('\n\n')
}

function* carryOut(
  instructions: readonly Instruction[],
  request: number,
  todos: TodoItem[],
  report: Report,
  view: WorkspaceView,
): Program<void> {
  if (instructions.length === 0) return
  const own: TodoItem[] = instructions.map((instruction, index) => ({
    id: `${request}-${index + 1}`,
    content: describe(instruction).slice(0, 500),
    status: 'pending',
    priority: 'medium',
  }))
  // The list holds at most 50: more instructions are carried out all the same.
  todos.push(...own.slice(0, Math.max(0, 50 - todos.length)))
  for (const [index, instruction] of instructions.entries()) {
    const todo = own[index]
    if (todo !== undefined) todo.status = 'in_progress'
    yield* callAll([noted(todos)])
    try {
      report.done.push(yield* task(instruction, view))
      if (todo !== undefined) todo.status = 'completed'
    } catch (error) {
      if (!(error instanceof CannotDo)) throw error
      report.failed.push(`${describe(instruction)}: ${error.message}`)
      if (todo !== undefined) todo.status = 'cancelled'
    }
  }
  if (view.changed.size === 0) {
    yield* callAll([noted(todos)])
    return
  }
  const [, checks] = yield* callAll([noted(todos), { toolName: 'check_docs', input: {} }])
  report.problems = checks?.fields?.passed === true ? undefined : reported(checks)
}

function task(instruction: Instruction, view: WorkspaceView): Program<string> {
  switch (instruction.kind) {
    case 'replace':
      return replaceText(instruction, view)
    case 'add-section':
      return addSection(instruction, view)
    case 'add-text':
      return addText(instruction, view)
    case 'delete-section':
      return deleteSection(instruction, view)
    case 'add-page':
      return addPage(instruction, view)
    case 'move-page':
      return movePage(instruction, view)
    case 'delete-page':
      return deletePage(instruction, view)
    case 'set-title':
      return setTitle(instruction, view)
  }
}

function noted(todos: readonly TodoItem[]) {
  return { toolName: 'todo_write', input: { todos: todos.map((todo) => ({ ...todo })) } }
}

function closingText({ done, failed, unclear, problems }: Report): string {
  if (done.length === 0 && failed.length === 0) {
    return unclear.length === 0 ? AGENT_DESCRIPTION : `${AGENT_DESCRIPTION}\n\nI changed nothing.`
  }
  const parts: string[] = []
  const [only] = done
  if (done.length === 1 && only !== undefined) parts.push(only)
  else if (done.length > 1) parts.push(done.map((line) => `- ${line}`).join('\n'))
  if (done.length === 0) parts.push('I changed nothing.')
  if (failed.length > 0) parts.push(`Not done:\n${failed.map((line) => `- ${line}`).join('\n')}`)
  if (unclear.length > 0) {
    const lines = unclear.map((line) => `- ${line.replace(/\s+/g, ' ').slice(0, 200)}`)
    parts.push(
      `Not understood:\n${lines.join('\n')}\n\nI am Docent's offline model, and I follow exact instructions:\n${AGENT_ABILITIES}`,
    )
  }
  if (problems !== undefined) parts.push(`The checks report problems that I can't fix:\n${problems}`)
  return parts.join('\n\n')
}

/** Most problems that a closing text names. */
const MAX_PROBLEMS = 20

interface ProblemFields {
  file?: unknown
  line?: unknown
  message?: unknown
}

function reported(checks: ToolResult | undefined): string {
  const problems = checks?.fields?.problems
  return Array.isArray(problems)
    ? problemLines(problems)
    : `- ${checks?.text ?? 'The checks gave no result.'}`
}

function taggedProblems(text: string): string {
  return problemLines(readEmptyTags(text, PROMPT_TAGS.problem))
}

function problemLines(problems: readonly ProblemFields[]): string {
  return problems
    .slice(0, MAX_PROBLEMS)
    .map(({ file, line, message }) => `- ${file}:${line} ${message}`)
    .join('\n')
}
