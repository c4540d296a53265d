import { jobView } from '@docent/core'
import { type Job, type Json, json, type Reply } from '@docent/core/plugin'
import { JobObject } from '../schemas/job-object.ts'

/** How the operations that answer with a v2 job describe it. */
export function describeJobReply(status: 200 | 201, description: string) {
  return { status, description, content: { 'application/json': JobObject } }
}

export function jobReply(job: Job, status: 200 | 201 = 200): Reply {
  return json(jobView(job), status)
}

/** What a replay answers. */
export function jobRecord(job: Job, status: 200 | 201 = 200): { status: number; body: Json } {
  return { status, body: { ...jobView(job) } }
}
