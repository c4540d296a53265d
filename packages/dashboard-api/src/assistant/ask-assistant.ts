import { createUiMessageStreamEncoder, keyId } from '@docent/core'
import { answer, defineApiOperation } from '@docent/http'
import { PlaygroundBody, projectOnTrial } from './playground-body.ts'
import { TRUSTED } from './trusted.ts'

export const askAssistant = defineApiOperation({
  id: 'askAssistant',
  summary: 'Answer a question in the dashboard',
  description:
    'Returns the v2 stream of the assistant, for people who are signed in. Docent stores the conversation like any other.',
  tag: 'Dashboard',
  permission: 'view',
  audit: 'assistant.ask',
  body: PlaygroundBody,
  reply: {
    status: 200,
    description: 'The UI message stream.',
    content: { 'text/event-stream': undefined },
  },
  async handle(call) {
    const { services, organizationId, ip, signal, note } = call
    const project = projectOnTrial(call)
    // Conversations are kept as such.
    note.skip()
    const subject = { organizationId, projectId: project.id, keyId: keyId('dashboard'), ip }
    await services.requestLimits.take('assistant', subject, { signal })
    const { body, rawBody, headers, requestId } = call
    return services.requestLimits.within('assistant', subject, () =>
      answer(
        {
          body,
          rawBody,
          project,
          services,
          headers,
          requestId,
          signal,
          key: TRUSTED,
          setHeader: (name, value) => call.setHeader(name, value),
        },
        createUiMessageStreamEncoder({ finishThreadId: 'metadata' }),
      ),
    )
  },
})
