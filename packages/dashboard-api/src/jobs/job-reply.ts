import { ReadJobUsage } from '@docent/core'
import { type Job, json, type Reply } from '@docent/core/plugin'
import type { Services } from '@docent/http'
import { JobDetailObject, jobDetail } from './job-views.ts'

export function describeJob(status: 200 | 201, description: string) {
  return { status, description, content: { 'application/json': JobDetailObject } }
}

/** A job with everything that its page shows. */
export async function jobReply(services: Services, job: Job, status: 200 | 201 = 200): Promise<Reply> {
  return json(jobDetail(job, await services.docent.resolve(ReadJobUsage).read(job)), status)
}
