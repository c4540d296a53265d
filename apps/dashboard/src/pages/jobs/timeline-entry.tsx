import { safeAddress } from '@docent/client'
import {
  Archive,
  BookOpen,
  ChevronRight,
  CircleCheck,
  CircleMinus,
  CircleX,
  GitMerge,
  GitPullRequest,
  TriangleAlert,
  User,
} from 'lucide-react'
import { memo, useId } from 'react'
import { Markdown } from '../../ui/markdown.tsx'
import { Scroll } from '../../ui/scroll.tsx'
import { duration, Time } from '../../ui/time.tsx'
import { JobOutcome } from './job-outcome.tsx'
import type { Entry } from './timeline.ts'
import { ToolIcon } from './tool-icon.tsx'
import { toolTitle } from './tool-title.ts'

const STATE_WORDS = { open: 'was opened again', merged: 'was merged', closed: 'was closed' }

interface TimelineEntryProps {
  entry: Entry
  isOpen: boolean
  onOpen: (key: number, isOpen: boolean) => void
}

/** One thing that happened. */
export const TimelineEntry = memo(function TimelineEntry({ entry, isOpen, onOpen }: TimelineEntryProps) {
  switch (entry.kind) {
    case 'message':
      return (
        <div className="entry said">
          <User size={14} aria-label={entry.role === 'user' ? 'Request' : 'Message'} />
          <div className="said-text">
            <Markdown text={entry.text} />
          </div>
        </div>
      )
    case 'text':
      return (
        <div className="entry text">
          <span className="dot" aria-hidden />
          <Markdown text={entry.text} />
        </div>
      )
    case 'tool':
      return (
        <div className="entry tool">
          <ToolCall entry={entry} isOpen={isOpen} onOpen={(shown) => onOpen(entry.key, shown)} />
        </div>
      )
    case 'note':
      return (
        <div className="entry note-entry">
          <NoteIcon tone={entry.tone} />
          <span>
            {entry.text}
            {entry.times !== undefined && ` (${entry.times} times)`}
            {entry.until !== undefined && Date.parse(entry.until) > Date.now() && (
              <>
                {' Next try: '}
                <Time at={entry.until} />
              </>
            )}
          </span>
        </div>
      )
    case 'pull-request':
      return (
        <div className="entry strong">
          <GitPullRequest size={14} className="success" aria-hidden />
          <span>
            <a href={safeAddress(entry.url)} target="_blank" rel="noreferrer">
              Pull request #{entry.number}
            </a>{' '}
            {entry.draft ? 'is open as a draft' : 'is open'}
            {entry.refused.length > 0 && `. The git host refused: ${entry.refused.join(', ')}`}
          </span>
        </div>
      )
    case 'pull-request-state':
      return (
        <div className="entry strong">
          {entry.state === 'merged' ? (
            <GitMerge size={14} className="success" aria-hidden />
          ) : (
            <GitPullRequest size={14} className="plain" aria-hidden />
          )}
          <span>
            Pull request #{entry.number} {STATE_WORDS[entry.state]}
            {entry.by !== null && ` by ${entry.by}`}
          </span>
        </div>
      )
    case 'finished':
      return (
        <div className="entry strong">
          {entry.status === 'completed' && entry.outcome?.pullRequest === null ? (
            <CircleMinus size={14} className="plain" aria-label="Completed without a change" />
          ) : entry.status === 'completed' ? (
            <CircleCheck size={14} className="success" aria-label="Completed" />
          ) : (
            <CircleX size={14} className="danger" aria-label="Failed" />
          )}
          {entry.outcome === undefined ? (
            <Markdown text={entry.text || (entry.status === 'completed' ? 'Completed' : 'Failed')} />
          ) : (
            <JobOutcome outcome={entry.outcome} />
          )}
        </div>
      )
  }
})

function NoteIcon({ tone }: Pick<Extract<Entry, { kind: 'note' }>, 'tone'>) {
  switch (tone) {
    case 'archived':
      return <Archive size={14} aria-hidden />
    case 'read':
      return <BookOpen size={14} aria-hidden />
    case 'attention':
      return <TriangleAlert size={14} className="attention" aria-hidden />
  }
}

type ToolEntry = Extract<Entry, { kind: 'tool' }>

interface ToolCallProps {
  entry: ToolEntry
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** With elements of the browser alone: a timeline draws dozens of them in a frame. */
function ToolCall({ entry, isOpen, onOpen }: ToolCallProps) {
  const inside = useId()
  const isDone = entry.endedAt !== undefined
  const ms = isDone ? Date.parse(entry.endedAt ?? '') - Date.parse(entry.at) : 0
  return (
    <div className="tool-call" data-expanded={isOpen || undefined}>
      <h2>
        <button
          type="button"
          className="tool-name"
          aria-expanded={isOpen}
          aria-controls={isOpen ? inside : undefined}
          onClick={() => onOpen(!isOpen)}
        >
          {entry.isError ? (
            <CircleX size={14} className="danger" aria-label="Failed" />
          ) : isDone ? (
            <ToolIcon name={entry.name} />
          ) : (
            <span className="spinner" role="img" aria-label="Running" />
          )}
          <span className="truncate">{toolTitle(entry.name, entry.input)}</span>
          {ms >= 1_000 && <span className="quiet small">{duration(ms)}</span>}
          <ChevronRight size={14} className="arrow" aria-hidden />
        </button>
      </h2>
      {isOpen && (
        <div id={inside} className="tool-inside">
          <ToolValues entry={entry} />
        </div>
      )}
    </div>
  )
}

function ToolValues({ entry }: { entry: ToolEntry }) {
  return (
    <>
      <h3>Input</h3>
      <Value value={entry.input} label="Input" />
      {entry.endedAt !== undefined && (
        <>
          <h3>{entry.isError ? 'Error' : 'Result'}</h3>
          <Value value={entry.output} label="Result" />
        </>
      )}
    </>
  )
}

/** Longer values are cut: a whole file would make the page slow, and the changes show it better. */
const MOST = 20_000

function Value({ value, label }: { value: unknown; label: string }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <Scroll className="value" label={label}>
      <pre>
        {text.length > MOST ? `${text.slice(0, MOST)}\n… ${text.length - MOST} characters more` : text}
      </pre>
    </Scroll>
  )
}
