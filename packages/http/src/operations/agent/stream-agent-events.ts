import { encodeSseEvent, jobId, SSE_KEEP_ALIVE } from '@docent/core'
import { DocentError, type Reply, type StoredJobEvent } from '@docent/core/plugin'
import { type Call, defineOperation } from '../../calls/operation.ts'
import { stream } from '../../replies/reply.ts'

export const streamAgentEvents = defineOperation({
  id: 'streamAgentEvents',
  summary: 'Follow the events of an agent job',
  description:
    'Streams server-sent events, from the first event of the job or from the event after `Last-Event-ID`. The stream stays open, because a follow-up can start another run.',
  tag: 'Agent',
  key: 'admin',
  scope: 'read',
  reply: {
    status: 200,
    description: 'Events. `id` is the sequence number, `event` is the type, and `data` is a JSON object.',
    content: { 'text/event-stream': undefined },
  },
  handle: ({ params, headers, project, services, signal }) =>
    jobEventStream({ id: params.id ?? '', headers, project, services, signal }),
})

interface EventsRequest extends Pick<Call, 'headers' | 'project' | 'services' | 'signal'> {
  id: string
}

/** The log of a job and then what happens, for whoever may see the job. */
export async function jobEventStream(request: EventsRequest): Promise<Reply> {
  const { id, headers, project, services, signal } = request
  const after = lastEventId(headers['last-event-id'])
  const events = await services.readJobs.events(project, jobId(id), after, { signal })
  return stream(
    { 'Content-Type': 'text/event-stream; charset=utf-8' },
    {
      write: async (out) => {
        for await (const event of events) await out(encode(event))
      },
      keepAlive: SSE_KEEP_ALIVE,
      resumable: true,
    },
  )
}

function encode({ sequence, at, event }: StoredJobEvent): string {
  return encodeSseEvent({
    id: String(sequence),
    event: event.type,
    data: JSON.stringify({ sequence, at: new Date(at).toISOString(), ...event }),
  })
}

function lastEventId(header: string | string[] | undefined): number {
  if (header === undefined || header === '') return 0
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number(header)
  const message = 'must be the id of an event'
  throw new DocentError('invalid_request', `Last-Event-ID: ${message}.`, {
    issues: [{ path: 'Last-Event-ID', message }],
  })
}
