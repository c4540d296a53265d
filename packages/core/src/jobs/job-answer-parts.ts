import type { Job, StoredJobEvent } from '../domain/job.ts'
import type { Json } from '../domain/json.ts'
import { branchOf } from '../domain/pull-request-facts.ts'
import type { AnswerPart } from '../streams/answer-part.ts'

/**
 * The log of a job's run as the parts of an answer stream (creation by API v1): progress as text, tools, todos
 * and the pull request as data. Ends with the run. Reads only stored events, so that any process can stream any job.
 */
export async function* jobAnswerParts(
  job: Job,
  events: AsyncIterable<StoredJobEvent>,
): AsyncGenerator<AnswerPart, void> {
  yield { type: 'start', messageId: job.id }
  yield {
    type: 'data',
    name: 'session',
    data: { sessionId: job.id, branch: branchOf(job), title: job.title },
  }
  const usage = {}
  let openStep = false
  for await (const { event } of events) {
    switch (event.type) {
      case 'step-started':
        if (openStep) yield { type: 'step-finish', finishReason: 'tool-calls', usage }
        yield { type: 'step-start' }
        openStep = true
        break
      case 'step-restarted':
        yield { type: 'data', name: 'restarted', data: { step: event.step } }
        break
      case 'waiting':
        yield { type: 'data', name: 'waiting', data: { reason: event.reason, until: event.until } }
        break
      case 'text':
        if (!openStep) yield { type: 'step-start' }
        openStep = true
        yield { type: 'text', text: event.text }
        break
      case 'tool-call':
        yield {
          type: 'tool-call',
          toolCallId: event.toolCallId,
          toolName: event.toolName,
          input: event.input,
        }
        break
      case 'tool-result':
        yield event.isError
          ? {
              type: 'tool-error',
              toolCallId: event.toolCallId,
              toolName: event.toolName,
              errorText: asText(event.output),
            }
          : {
              type: 'tool-result',
              toolCallId: event.toolCallId,
              toolName: event.toolName,
              output: event.output,
            }
        break
      case 'todos':
        yield {
          type: 'data',
          name: 'todos',
          id: 'todos',
          data: { todos: event.todos.map((todo) => ({ ...todo })) },
        }
        break
      case 'pull-request':
        yield {
          type: 'data',
          name: 'pull-request',
          id: 'pull-request',
          data: { url: event.url, number: event.number, draft: event.draft },
        }
        break
      case 'run-finished': {
        // The agent's text was streamed already: the recorded parts follow it.
        if (event.outcome !== undefined) {
          if (!openStep) yield { type: 'step-start' }
          openStep = true
          const { agentMessage, summary } = event.outcome
          yield { type: 'text', text: agentMessage === '' ? summary : `\n\n${summary}` }
        }
        if (openStep)
          yield { type: 'step-finish', finishReason: event.status === 'completed' ? 'stop' : 'error', usage }
        if (event.status === 'failed') yield { type: 'error', message: event.messageToUser }
        else yield { type: 'finish', finishReason: 'stop', usage }
        return
      }
    }
  }
}

function asText(output: Json): string {
  return typeof output === 'string' ? output : JSON.stringify(output)
}
