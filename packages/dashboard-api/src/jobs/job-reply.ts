import { ReadJobUsage } from '@docent/core'
import { type Job, json, type Project, type Reply } from '@docent/core/plugin'
import type { Services } from '@docent/http'
import { JobDetailObject, jobDetail } from './job-views.ts'

export function describeJob(status: 200 | 201, description: string) {
  return { status, description, content: { 'application/json': JobDetailObject } }
}

/** A job with everything that its page shows. */
export async function jobReply(
  services: Services,
  project: Project,
  job: Job,
  status: 200 | 201 = 200,
): Promise<Reply> {
  const [usage, places] = await Promise.all([
    services.docent.resolve(ReadJobUsage).read(job),
    services.readJobs.places(project, [job]),
  ])
  return json(jobDetail(job, usage, places.get(job.id)), status)
}
