import type { JobEvent } from './job.ts'

/**
 * The step that a run has begun and not recorded, once these events are added. Every store keeps it with the job, so
 * that the worker that carries the job on can say which step begins again.
 */
export function openStepAfter(before: number | null, events: readonly JobEvent[]): number | null {
  return events.findLast((event) => event.type === 'step-started')?.step ?? before
}
