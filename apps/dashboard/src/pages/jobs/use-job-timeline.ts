import type { JobEvent } from '@docent/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { jobEventsPath } from '../../api/jobs.ts'
import { EVENT_TYPES, NOTHING_YET, type Timeline, withEvents } from './timeline.ts'

/** What changes the job itself, and not only its log. */
const RENEWING: ReadonlySet<string> = new Set([
  'status',
  'pull-request',
  'pull-request-state',
  'run-finished',
  'archived',
  'step-started',
])

/** Follows the log of a job as long as the page is open. The browser connects again by itself, after the last event. */
export function useJobTimeline(project: string, id: string): { timeline: Timeline; isLive: boolean } {
  const queries = useQueryClient()
  const [timeline, setTimeline] = useState(NOTHING_YET)
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    setTimeline(NOTHING_YET)
    const source = new EventSource(jobEventsPath(project, id))
    // Many events come at once at the beginning: they are drawn together.
    let waiting: JobEvent[] = []
    let frame = 0
    const flush = () => {
      frame = 0
      const events = waiting
      waiting = []
      setTimeline((before) => withEvents(before, events))
      if (events.some(({ type }) => RENEWING.has(type)))
        void queries.invalidateQueries({ queryKey: ['job', project, id] })
      if (events.some(({ type }) => type === 'file-changed' || type === 'run-finished'))
        void queries.invalidateQueries({ queryKey: ['job-changes', project, id] })
    }
    const receive = (event: MessageEvent<string>) => {
      waiting.push(JSON.parse(event.data) as JobEvent)
      frame ||= requestAnimationFrame(flush)
    }
    source.onopen = () => setLive(true)
    source.onerror = () => setLive(false)
    for (const type of EVENT_TYPES) source.addEventListener(type, receive)
    return () => {
      cancelAnimationFrame(frame)
      source.close()
    }
  }, [project, id, queries])
  return { timeline, isLive }
}
