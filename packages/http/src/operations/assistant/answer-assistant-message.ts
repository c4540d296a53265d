import {
  type AnswerEncoder,
  type ContextItem,
  createDataStreamEncoder,
  createUiMessageStreamEncoder,
  echoedThreadId,
  encodeAnswer,
  FINISH_THREAD_ID_SETTINGS,
  finishThreadIdPlace,
  type HistoryMessage,
  namedPage,
  type Question,
} from '@docent/core'
import { defined, type KeyRecord, type Reply, type TurnCaller } from '@docent/core/plugin'
import { z } from 'zod'
import { type Call, defineOperation } from '../../calls/operation.ts'
import { publicMessage } from '../../replies/problem.ts'
import { stream } from '../../replies/reply.ts'
import {
  type AssistantBody,
  prepareV1Body,
  prepareV2Body,
  V1AssistantBody,
  V2AssistantBody,
} from '../schemas/assistant-body.ts'
import { setIgnoredFiltersHeader } from '../schemas/ignored-filters.ts'
import { retrievalFilter } from '../schemas/search-filter.ts'

const V2Query = z.object({
  finishThreadId: z
    .enum(FINISH_THREAD_ID_SETTINGS)
    .optional()
    .describe('Where the finish event carries the thread id; overrides the setting of the project.'),
  finishReason: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      'Whether the finish event says why the answer ended; overrides the setting of the project. AI SDK 5.0.0 to 5.0.91 refuse such an event.',
    ),
  citations: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      'Whether the text-end event names the sources that the text cites; overrides the setting of the project. AI SDK up to 5.0.216, 6.0.230 and 7.0.31 refuse such an event.',
    ),
})

/** useChat sends the whole conversation, with every passage that was found, back with each question. */
const MAX_BODY_BYTES = 8 * 1024 * 1024

type V2Call = Call<z.output<typeof V2Query>, AssistantBody>

const headers = {
  'X-Thread-Id': 'Id of the thread.',
  'X-Thread-Key': 'Key of a new thread, shown once.',
  'X-Filter-Ignored': 'Filters that were left out, because no page has their value.',
}

export const answerAssistantMessageV2 = defineOperation({
  id: 'answerAssistantMessage',
  summary: 'Answer a question about the documentation',
  description: 'Streams the answer, with searches and sources, in the format of AI SDK 5 and later.',
  tag: 'Assistant',
  key: 'assistant',
  limit: 'assistant',
  query: V2Query,
  body: V2AssistantBody,
  prepareBody: prepareV2Body,
  maxBodyBytes: MAX_BODY_BYTES,
  reply: {
    status: 200,
    description: 'The UI message stream.',
    content: { 'text/event-stream': undefined },
    headers,
  },
  handle: (call) =>
    answer(
      call,
      createUiMessageStreamEncoder({
        finishThreadId: placeOf(call),
        finishReason: isOn(call, 'finishReason'),
        citations: isOn(call, 'citations'),
      }),
    ),
})

export const answerAssistantMessageV1 = defineOperation({
  id: 'answerAssistantMessageV1',
  summary: 'Answer a question about the documentation (deprecated)',
  description: 'Streams the answer, with searches and sources, in the format of AI SDK 4.',
  tag: 'Assistant',
  key: 'assistant',
  limit: 'assistant',
  deprecatedFor: '/discovery/v2/assistant/{domain}/message',
  body: V1AssistantBody,
  prepareBody: prepareV1Body,
  maxBodyBytes: MAX_BODY_BYTES,
  reply: { status: 200, description: 'The data stream.', content: { 'text/plain': undefined }, headers },
  handle: (call) => answer(call, createDataStreamEncoder()),
})

function placeOf({ query, project, rawBody, headers: { origin } }: V2Call) {
  const { finishThreadId: override } = query
  const setting = project.assistant.finishThreadId
  return finishThreadIdPlace({
    body: rawBody,
    setting,
    isFromPage: origin !== undefined,
    ...defined({ override }),
  })
}

function isOn({ query, project }: V2Call, setting: 'finishReason' | 'citations'): boolean {
  const asked = query[setting]
  return asked === undefined ? project.assistant[setting] === true : asked === 'true'
}

/** What an answer needs of a call, whoever asks: the key says only whose word about groups counts. */
export interface AnswerCall
  extends Pick<
    Call<unknown, AssistantBody>,
    'body' | 'rawBody' | 'project' | 'services' | 'headers' | 'requestId' | 'signal' | 'setHeader'
  > {
  readonly key: KeyRecord | { readonly trustGroups: boolean }
}

/** Streams an answer. */
export async function answer(call: AnswerCall, encoder: AnswerEncoder): Promise<Reply> {
  const question = { ...questionOf(call), caller: callerOf(call) }
  await setIgnoredFiltersHeader(call, question.filter)
  const made = await call.services.answerQuestion.answer(question, call.signal)
  return stream(
    {
      ...encoder.headers,
      // The same bytes under the name that the client insists on.
      ...(call.headers.accept === 'application/json' ? { 'content-type': 'application/json' } : {}),
      'X-Thread-Id': made.threadId,
      ...(made.threadKey === undefined ? {} : { 'X-Thread-Key': made.threadKey }),
    },
    {
      write: (out) =>
        encodeAnswer(made.stream, encoder, out, {
          describeError: (error) => failureOf(error, call),
        }),
      keepAlive: encoder.keepAlive,
      resumable: false,
    },
  )
}

/** Members learn the cause, and which request to search the log for. */
function failureOf(error: unknown, { key, requestId }: AnswerCall): string {
  if ('id' in key) return publicMessage(error, { audience: 'reader', requestId })
  return `${publicMessage(error, { audience: 'operator', requestId })} (Request ${requestId})`
}

/** What the reader asks, from the body of the request. */
export function questionOf({
  body,
  rawBody,
  project,
  key,
}: Pick<AnswerCall, 'body' | 'rawBody' | 'project' | 'key'>): Question {
  const { fp, messages, threadId, threadKey, retrievalPageSize, context, currentPath, trigger } = body
  const asked = messages.at(-1)
  const echoed = echoedThreadId((rawBody as { messages: unknown }).messages)
  return {
    project,
    ...('id' in key ? { key } : {}),
    fp,
    question: asked?.text ?? '',
    clientHistory: messages.slice(0, -1).flatMap(asHistory),
    regenerate: trigger === 'regenerate-message',
    retrievalPageSize,
    filter: retrievalFilter(body.filter, key),
    context: (context ?? []).map(asContextItem),
    ...(typeof threadId === 'string' && threadId !== '' ? { threadId } : {}),
    ...defined({ echoedThreadId: echoed }),
    ...(typeof threadKey === 'string' && threadKey !== '' ? { threadKey } : {}),
    ...(typeof currentPath !== 'string' || currentPath.trim() === ''
      ? {}
      : { currentPath: namedPage(project, currentPath) }),
  }
}

/** A request with an origin comes from a page; who asks without a key is signed in to the dashboard. */
function callerOf({ key, headers }: AnswerCall): TurnCaller {
  if (!('id' in key)) return 'other'
  return headers.origin === undefined ? 'api' : 'web'
}

/** From a public key the role `system` is a user's words as any other: never instructions. */
function asHistory({ role, text }: AssistantBody['messages'][number]): HistoryMessage[] {
  if (role === 'data' || text.trim() === '') return []
  return [{ role: role === 'assistant' ? 'assistant' : 'user', text }]
}

function asContextItem({
  type,
  value,
  path,
  elementId,
}: NonNullable<AssistantBody['context']>[number]): ContextItem {
  return {
    type,
    value,
    ...(typeof path === 'string' ? { path } : {}),
    ...(typeof elementId === 'string' ? { elementId } : {}),
  }
}
