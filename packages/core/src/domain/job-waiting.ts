import type { Job, JobWaiting } from './job.ts'

export function withWaiting(job: Job, waiting: JobWaiting | undefined): Job {
  return waiting === undefined ? job : { ...job, waiting }
}

/** The job after progress, or after the end of its run. */
export function withoutWaiting(job: Job): Job {
  const { waiting, ...rest } = job
  return waiting === undefined ? job : rest
}
