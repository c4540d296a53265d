import { defineOperation } from '../../calls/operation.ts'

/**
 * useChat with `resume` asks whether an answer of this chat is still streaming, and takes 204 for "no". An answer of
 * ours ends with its request, so there is never one to join.
 * @see https://ai-sdk.dev/docs/ai-sdk-ui/chatbot-resume-streams
 */
export const resumeAssistantMessage = defineOperation({
  id: 'resumeAssistantMessage',
  summary: 'Ask for an answer that is still streaming',
  description:
    'For clients that ask this when they start, such as useChat with `resume`. There is never one: an answer ends with the request that asked for it.',
  tag: 'Assistant',
  key: 'assistant',
  reply: { status: 204, description: 'No answer is streaming.' },
  handle: async () => ({ kind: 'empty', status: 204 }),
})
