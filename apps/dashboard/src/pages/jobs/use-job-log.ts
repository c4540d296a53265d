import type { JobEvent } from '@docent/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { jobEventsPath } from '../../api/jobs.ts'
import { JobLog } from './job-log.ts'
import { EVENT_TYPES } from './timeline.ts'

/** What changes the job itself, and not only its log. */
const RENEWING: ReadonlySet<string> = new Set([
  'status',
  'pull-request',
  'pull-request-state',
  'run-finished',
  'archived',
  'restored',
  'step-started',
])

/** Follows the log of one job as long as the page is open. The browser connects again by itself, after the last event. */
export function useJobLog(project: string, id: string): JobLog {
  const queries = useQueryClient()
  const [log] = useState(() => new JobLog())
  useEffect(() => {
    const source = new EventSource(jobEventsPath(project, id))
    // Many events come at once at the beginning: they are drawn together.
    let waiting: JobEvent[] = []
    let frame = 0
    const flush = () => {
      frame = 0
      const events = waiting
      waiting = []
      log.add(events)
      if (events.some(({ type }) => RENEWING.has(type)))
        void queries.invalidateQueries({ queryKey: ['job', project, id] })
      if (events.some(({ type }) => type === 'file-changed' || type === 'run-finished'))
        void queries.invalidateQueries({ queryKey: ['job-changes', project, id] })
    }
    const receive = (event: MessageEvent<string>) => {
      waiting.push(JSON.parse(event.data) as JobEvent)
      frame ||= requestAnimationFrame(flush)
    }
    source.onopen = () => log.setLive(true)
    source.onerror = () => log.setLive(false)
    for (const type of EVENT_TYPES) source.addEventListener(type, receive)
    return () => {
      cancelAnimationFrame(frame)
      source.close()
    }
  }, [project, id, queries, log])
  return log
}
