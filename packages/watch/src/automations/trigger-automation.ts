import { CreateJob, RequestLimits } from '@docent/core'
import {
  Clock,
  type Docent,
  DocentError,
  defineOperation,
  Ids,
  JobStore,
  json,
  ProjectNotes,
  type RouteTable,
} from '@docent/core/plugin'
import { z } from 'zod'
import { RunAutomation } from './run-automation.ts'

/** From a composed Docent. */
export function automationsOf(docent: Docent): RunAutomation {
  return new RunAutomation({
    jobs: docent.resolve(JobStore),
    notes: docent.resolve(ProjectNotes),
    createJob: docent.resolve(CreateJob),
    limits: docent.resolve(RequestLimits),
    clock: docent.resolve(Clock),
  })
}

const triggerAutomation = defineOperation({
  id: 'triggerAutomation',
  summary: 'Run an automation',
  description:
    'Begins an automation of the project whose `on` is `{ event: "api" }`. The agent gets the body as data.',
  tag: 'Agent',
  key: 'admin',
  scope: 'write',
  body: z.unknown().describe('Any JSON.'),
  reply: {
    status: 202,
    description: 'The job of the run; it is durable.',
    content: {
      'application/json': z.object({ schemaId: z.string(), instanceId: z.string(), jobId: z.string() }),
    },
  },
  async handle({ project, params, body, key, docent, signal }) {
    const automation = project.automations?.find(
      ({ id, onRequest }) => onRequest && id === params.automationId,
    )
    if (automation === undefined)
      throw new DocentError('not_found', 'The project has no automation of this id that requests can begin.')
    const instance = docent.resolve(Ids).sortable()
    const job = await automationsOf(docent).run({ project, automation, instance, data: body, key }, signal)
    return json({ schemaId: automation.id, instanceId: instance, jobId: job.id }, 202)
  },
})

export const AUTOMATION_ROUTES: RouteTable = [
  ['POST', '/v1/workflow/{projectId}/{automationId}/trigger', triggerAutomation],
]
