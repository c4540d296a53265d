import {
  type AnswerProducer,
  branchOf,
  createDataStreamEncoder,
  createUiMessageStreamEncoder,
  encodeAnswer,
  jobAnswerParts,
} from '@docent/core'
import { defined, type Job, JobStore, type Json, type Project, type Reply } from '@docent/core/plugin'
import { type Call, defineOperation } from '../../calls/operation.ts'
import { publicMessage } from '../../replies/problem.ts'
import { stream } from '../../replies/reply.ts'
import { V1JobBody } from '../schemas/v1-job-body.ts'
import { v1Model } from '../v1/model-names.ts'
import { sessionView } from '../v1/session-view.ts'

export const createAgentJobV1 = defineOperation({
  id: 'createAgentJobV1',
  summary: 'Create an agent job and stream what it does (deprecated)',
  description:
    'Streams until the run ends. If the client disconnects, the job continues. To get the UI message stream, send `Accept: text/event-stream`.',
  tag: 'Agent',
  key: 'admin',
  scope: 'write',
  limit: 'agent',
  deprecatedFor: '/v2/agent/{projectId}/job',
  body: V1JobBody,
  reply: {
    status: 200,
    description: 'The run, as the AI SDK 4 data stream or the AI SDK 5 UI message stream.',
    content: { 'text/plain': undefined, 'text/event-stream': undefined },
    headers: {
      'X-Session-Id': 'Id of the job.',
      'X-Branch-Name': 'Branch the agent works on.',
    },
  },
  idempotency: {
    respond: (job, project) => ({ status: 200, body: sessionJson(job, project) }),
    replay: async (call, record) =>
      jobStream(call, await call.services.readJobs.get(call.project, record.jobId)),
  },
  async handle(call) {
    const { body, project, key, claim, services } = call
    const { messages, branch, asDraft, model } = body
    const job = await services.createJob.create({
      project,
      key,
      apiVersion: 'v1',
      messages,
      asDraft,
      model: v1Model(project, model),
      ...defined({ branch, idempotency: claim }),
    })
    return jobStream(call, job)
  },
})

function sessionJson(job: Job, project: Project): Json {
  const session = sessionView(job, project.domain)
  return { ...session, todos: session.todos.map((todo) => ({ ...todo })) }
}

/** The job's log from its beginning: it is read from the store, so that any process can stream any job. */
function jobStream({ headers, services, signal, requestId }: Call, job: Job): Reply {
  const encoder = headers.accept?.includes('text/event-stream')
    ? createUiMessageStreamEncoder({ finishThreadId: 'metadata' })
    : createDataStreamEncoder()
  const events = services.docent.resolve(JobStore).events(job.id, 0, { signal })
  const produce: AnswerProducer = async (sink) => {
    for await (const part of jobAnswerParts(job, events)) await sink(part)
  }
  return stream(
    { ...encoder.headers, 'X-Session-Id': job.id, 'X-Branch-Name': encodeURI(branchOf(job)) },
    {
      write: (out) =>
        encodeAnswer(produce, encoder, out, {
          describeError: (error) => publicMessage(error, { audience: 'operator', requestId }),
        }),
      keepAlive: encoder.keepAlive,
      resumable: false,
    },
  )
}
