import { ChevronRight, CircleCheck, CircleX, GitPullRequest, TriangleAlert, User, Wrench } from 'lucide-react'
import { memo } from 'react'
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import type { JobDetail } from '../../api/jobs.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { Scroll } from '../../ui/scroll.tsx'
import { duration } from '../../ui/time.tsx'
import type { Entry, Timeline } from './timeline.ts'
import { toolTitle } from './tool-title.ts'

interface JobTimelineProps {
  timeline: Timeline
  job: JobDetail
  isLive: boolean
}

/** The log of a job as a person reads it. */
export function JobTimeline({ timeline, job, isLive }: JobTimelineProps) {
  return (
    <>
      <ol className="timeline" aria-label="Timeline">
        {timeline.entries.map((entry) => (
          <TimelineEntry key={entry.key} entry={entry} />
        ))}
      </ol>
      <p className="timeline-end small quiet" role="status">
        {job.status === 'active'
          ? isLive
            ? 'The agent is at work. New steps appear here.'
            : 'Connecting to the log of the job.'
          : timeline.entries.length === 0 &&
            (isLive ? 'The log of this job was deleted after its retention time.' : '')}
      </p>
    </>
  )
}

const TimelineEntry = memo(function TimelineEntry({ entry }: { entry: Entry }) {
  switch (entry.kind) {
    case 'message':
      return (
        <li className="entry said">
          <User size={14} aria-label={entry.role === 'user' ? 'Request' : 'Message'} />
          <div className="said-text">
            <Markdown text={entry.text} />
          </div>
        </li>
      )
    case 'text':
      return (
        <li className="entry text">
          <span className="dot" aria-hidden />
          <Markdown text={entry.text} />
        </li>
      )
    case 'tool':
      return (
        <li className="entry tool">
          <ToolCall entry={entry} />
        </li>
      )
    case 'note':
      return (
        <li className="entry note-entry">
          <TriangleAlert size={14} className={entry.tone} aria-hidden />
          <span>{entry.text}</span>
        </li>
      )
    case 'pull-request':
      return (
        <li className="entry strong">
          <GitPullRequest size={14} className="success" aria-hidden />
          <span>
            <a href={entry.url} target="_blank" rel="noreferrer">
              Pull request #{entry.number}
            </a>{' '}
            {entry.draft ? 'is open as a draft' : 'is open'}
            {entry.refused.length > 0 && `. The host did not take: ${entry.refused.join(', ')}`}
          </span>
        </li>
      )
    case 'finished':
      return (
        <li className="entry strong">
          {entry.status === 'completed' ? (
            <CircleCheck size={14} className="success" aria-label="Completed" />
          ) : (
            <CircleX size={14} className="danger" aria-label="Failed" />
          )}
          <Markdown text={entry.text || (entry.status === 'completed' ? 'Completed' : 'Failed')} />
        </li>
      )
  }
})

type ToolEntry = Extract<Entry, { kind: 'tool' }>

function ToolCall({ entry }: { entry: ToolEntry }) {
  const isDone = entry.endedAt !== undefined
  const ms = isDone ? Date.parse(entry.endedAt ?? '') - Date.parse(entry.at) : 0
  return (
    <Disclosure className="tool-call">
      <Heading level={2}>
        <Button slot="trigger" className="tool-name">
          {entry.isError ? (
            <CircleX size={14} className="danger" aria-label="Failed" />
          ) : isDone ? (
            <Wrench size={14} aria-hidden />
          ) : (
            <span className="spinner" role="img" aria-label="Running" />
          )}
          <span className="truncate">{toolTitle(entry.name, entry.input)}</span>
          {ms >= 1_000 && <span className="quiet small">{duration(ms)}</span>}
          <ChevronRight size={14} className="arrow" aria-hidden />
        </Button>
      </Heading>
      <DisclosurePanel className="tool-inside">
        <h3>Input</h3>
        <Value value={entry.input} label="Input" />
        {isDone && (
          <>
            <h3>{entry.isError ? 'Error' : 'Result'}</h3>
            <Value value={entry.output} label="Result" />
          </>
        )}
      </DisclosurePanel>
    </Disclosure>
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
