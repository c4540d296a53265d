import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { duration, Time } from '../../ui/time.tsx'
import type { JobLog } from './job-log.ts'
import type { Entry } from './timeline.ts'
import { TimelineEntry } from './timeline-entry.tsx'
import { useFollowedEnd } from './use-followed-end.ts'

interface JobTimelineProps {
  log: JobLog
  isActive: boolean
}

/** Heights until an entry is drawn and measured, px. */
const HEIGHTS: Record<Entry['kind'], number> = {
  message: 80,
  text: 34,
  tool: 32,
  note: 33,
  'pull-request': 33,
  'pull-request-state': 33,
  finished: 34,
}

/** The log of a job as a person reads it. However long it is, only what is in view is drawn. */
export function JobTimeline({ log, isActive }: JobTimelineProps) {
  const { entries, step } = useSyncExternalStore(log.subscribe, log.timeline)
  const isLive = useSyncExternalStore(log.subscribe, log.isLive)
  const list = useRef<HTMLOListElement>(null)
  const [margin, setMargin] = useState(0)
  useEffect(() => setMargin(topOf(list.current)), [])
  // An entry that leaves the view and comes back is as it was.
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const open = useCallback((key: number, isOpen: boolean) => {
    setOpened((before) => {
      const after = new Set(before)
      if (isOpen) after.add(key)
      else after.delete(key)
      return after
    })
  }, [])
  const virtual = useWindowVirtualizer({
    count: entries.length,
    // The same functions as long as the entries are the same: others would make it measure all of them in each frame.
    estimateSize: useCallback((index: number) => HEIGHTS[entries[index]?.kind ?? 'tool'], [entries]),
    getItemKey: useCallback((index: number) => entries[index]?.key ?? index, [entries]),
    overscan: 12,
    scrollMargin: margin,
  })
  const last = entries.at(-1)
  const begun = entries[0]?.at ?? ''
  const isWaiting = last?.kind === 'note' && last.until !== undefined
  useFollowedEnd(entries.length, isActive)
  return (
    <>
      <ol className="timeline" aria-label="Timeline" ref={list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const entry = entries[index]
          return (
            entry && (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={entries.length}
                style={{ transform: `translateY(${start - margin}px)` }}
              >
                <TimelineEntry entry={entry} isOpen={opened.has(entry.key)} onOpen={open} />
                {entry.kind !== 'message' && <Elapsed at={entry.at} since={begun} />}
              </li>
            )
          )
        })}
      </ol>
      <p className="timeline-end small quiet" role="status">
        {isActive
          ? isLive
            ? step === undefined
              ? 'The job waits for a worker. Its steps appear here.'
              : isWaiting
                ? 'New steps appear here.'
                : 'The agent is at work. New steps appear here.'
            : 'Connecting to the job log.'
          : entries.length === 0 &&
            (isLive ? 'The log of this job was deleted after its retention time.' : '')}
      </p>
    </>
  )
}

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })
const DAY_MS = 86_400_000

/** How long after the beginning of the job something happened; after a day, when. */
function Elapsed({ at, since }: { at: string; since: string }) {
  const ms = Date.parse(at) - Date.parse(since)
  return (
    <time className="entry-time quiet" dateTime={at} title={exact.format(Date.parse(at))}>
      {ms < DAY_MS ? `+${duration(Math.max(0, ms))}` : <Time at={at} />}
    </time>
  )
}

/** In the document. */
function topOf(element: HTMLElement | null): number {
  return element === null ? 0 : element.getBoundingClientRect().top + window.scrollY
}
