import type { JobEvent, Todo } from '@docent/client'

export const EVENT_TYPES = [
  'status',
  'message',
  'step-started',
  'step-restarted',
  'waiting',
  'contexts',
  'text',
  'tool-call',
  'tool-result',
  'todos',
  'file-changed',
  'pull-request',
  'pull-request-state',
  'run-finished',
  'archived',
  'restored',
] as const satisfies readonly JobEvent['type'][]

export type RunOutcome = NonNullable<Extract<JobEvent, { type: 'run-finished' }>['outcome']>

/** What a person reads of a job, in order. */
export type Entry = { key: number; at: string } & (
  | { kind: 'message'; role: 'user' | 'system' | 'assistant'; text: string }
  | { kind: 'text'; text: string }
  | {
      kind: 'tool'
      id: string
      name: string
      input: unknown
      output?: unknown
      isError?: boolean
      endedAt?: string
    }
  | { kind: 'note'; tone: 'attention' | 'read' | 'archived'; text: string; until?: string; times?: number }
  | { kind: 'pull-request'; number: number; url: string; draft: boolean; refused: readonly string[] }
  | { kind: 'pull-request-state'; number: number; state: 'open' | 'merged' | 'closed'; by: string | null }
  | { kind: 'finished'; status: 'completed' | 'failed'; text: string; outcome?: RunOutcome | undefined }
)

export interface Timeline {
  entries: readonly Entry[]
  todos: readonly Todo[]
  lastSequence: number
  /** Grows with each change of a file: the diff is asked for anew. */
  fileChanges: number
  /** The newest step, and the sequence of the event that began it. */
  step: { number: number; since: number } | undefined
}

export const NOTHING_YET: Timeline = {
  entries: [],
  todos: [],
  lastSequence: 0,
  fileChanges: 0,
  step: undefined,
}

/** The timeline with the events that came. Events that a newer server sends and this page does not know are passed over. */
export function withEvents(before: Timeline, events: readonly JobEvent[]): Timeline {
  let entries = [...before.entries]
  let { todos, lastSequence, fileChanges, step } = before
  for (const event of events) {
    if (event.sequence <= lastSequence) continue
    lastSequence = event.sequence
    if (event.type !== 'text') dropRepeatedText(entries)
    if (event.type === 'todos') todos = event.todos
    else if (event.type === 'file-changed') fileChanges += 1
    else if (event.type === 'step-started') step = { number: event.step, since: event.sequence }
    else {
      if (event.type === 'step-restarted') entries = withoutStep(entries, step, event.step)
      addEntry(entries, event, step)
    }
  }
  return { entries, todos, lastSequence, fileChanges, step }
}

/** What the step said and did before it began again is void; what people wrote meanwhile stays. */
function withoutStep(entries: Entry[], step: Timeline['step'], number: number): Entry[] {
  if (step?.number !== number) return entries
  return entries.filter(({ key, kind }) => key < step.since || (kind !== 'text' && kind !== 'tool'))
}

/** A step that did nothing but say again what the step before it said adds nothing for a person. */
function dropRepeatedText(entries: Entry[]): void {
  const [before, last] = entries.slice(-2)
  if (before?.kind === 'text' && last?.kind === 'text' && before.text.trim() === last.text.trim())
    entries.pop()
}

const RESTARTED = 'The step was interrupted, and started again.'

function addEntry(entries: Entry[], event: JobEvent, step: Timeline['step']): void {
  const { sequence: key, at: happened } = event
  const at = typeof happened === 'string' ? happened : new Date(happened).toISOString()
  const last = entries.at(-1)
  switch (event.type) {
    case 'message':
      entries.push({ key, at, kind: 'message', role: event.role, text: event.content })
      return
    case 'text':
      if (last?.kind === 'text' && last.key >= (step?.since ?? 0))
        entries[entries.length - 1] = { ...last, text: last.text + event.text }
      else entries.push({ key, at, kind: 'text', text: event.text })
      return
    case 'tool-call':
      entries.push({ key, at, kind: 'tool', id: event.toolCallId, name: event.toolName, input: event.input })
      return
    case 'tool-result': {
      const index = entries.findLastIndex((entry) => entry.kind === 'tool' && entry.id === event.toolCallId)
      const call = entries[index]
      if (call?.kind === 'tool')
        entries[index] = { ...call, output: event.output, isError: event.isError, endedAt: at }
      return
    }
    case 'step-restarted':
      entries.push({
        key,
        at,
        kind: 'note',
        tone: 'attention',
        text: RESTARTED,
      })
      return
    case 'waiting': {
      const text = `Waiting: ${event.reason}`
      const note = { key, at, kind: 'note' as const, tone: 'attention' as const, text, until: event.until }
      // The same again is one row that counts, with the restarts between.
      const index = entries.findLastIndex((entry) => !(entry.kind === 'note' && entry.text === RESTARTED))
      const before = entries[index]
      if (before?.kind !== 'note' || before.text !== text) entries.push(note)
      else entries.splice(index, entries.length, { ...note, key: before.key, times: (before.times ?? 1) + 1 })
      return
    }
    case 'contexts':
      for (const [index, context] of event.contexts.entries())
        entries.push({ key: key + index / 10, at, kind: 'note', ...contextNote(context) })
      return
    case 'pull-request': {
      const { number, url, draft, refused = [] } = event
      entries.push({ key, at, kind: 'pull-request', number, url, draft, refused })
      return
    }
    case 'pull-request-state': {
      const { number, state, by = null } = event
      entries.push({ key, at, kind: 'pull-request-state', number, state, by })
      return
    }
    case 'run-finished':
      entries.push({
        key,
        at,
        kind: 'finished',
        status: event.status,
        text: event.messageToUser,
        outcome: event.outcome && withoutRepetition(event.outcome, entries),
      })
      return
    case 'archived':
      entries.push({
        key,
        at,
        kind: 'note',
        tone: 'archived',
        text: `Archived${event.by === 'automatic' ? ' after a time without changes' : ''}.`,
      })
      return
    case 'restored':
      entries.push({ key, at, kind: 'note', tone: 'archived', text: 'Taken out of the archive.' })
      return
    default:
      return
  }
}

/** The agent ends a run with its own words, which the outcome of the run has too: the timeline shows them once. */
function withoutRepetition(outcome: RunOutcome, entries: readonly Entry[]): RunOutcome {
  const said = entries.findLast(({ kind }) => kind === 'text' || kind === 'message')
  return said?.kind === 'text' && said.text.trim() === outcome.agentMessage.trim()
    ? { ...outcome, agentMessage: '' }
    : outcome
}

type FoundContext = Extract<JobEvent, { type: 'contexts' }>['contexts'][number]

function contextNote({ name, repository, commit, problem }: FoundContext) {
  return commit === undefined
    ? { tone: 'attention' as const, text: `Context repository ${name} was not read: ${problem}` }
    : { tone: 'read' as const, text: `Reads ${name} (${repository}) at ${commit.slice(0, 12)}` }
}
