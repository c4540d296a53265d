import { z } from 'zod'
import { MAX_TEXT, readableHistory } from './readable-history.ts'
import { SearchFilter } from './search-filter.ts'

/** Most letters of `currentPath`, as a reader sees it. */
const MAX_PATH = 200
const ROLES = ['system', 'user', 'assistant', 'data'] as const

/** A part that is not text is accepted, whatever it holds, and ignored. Some clients call the text of a part `content`. */
const Part = z
  .looseObject({ type: z.string(), text: z.unknown().optional() })
  .superRefine((part, context) => {
    if (part.type === 'text' && typeof textOfPart(part) !== 'string')
      context.addIssue({ code: 'custom', path: ['text'], message: 'must be a string', continue: false })
  })

const Parts = z
  .array(Part)
  .max(1_000)
  .meta({ examples: [[{ type: 'text', text: 'How do I add my own project?' }]] })

const shared = {
  id: z.string().optional().describe('Identifier of the message.'),
  role: z
    .enum(ROLES)
    .describe('The last message must be a user message.')
    .meta({ examples: ['user'] }),
}

/** v1: `content`, `parts`, or both. */
const V1Message = z
  .object({
    ...shared,
    content: z
      .string()
      .nullish()
      .describe('Text of the message.')
      .meta({ examples: ['How do I add my own project?'] }),
    parts: Parts.nullish().describe('Parts of the message; only text parts are read.'),
  })
  .refine((message) => typeof message.content === 'string' || Array.isArray(message.parts), {
    error: 'is required (or parts)',
    abort: true,
    path: ['content'],
  })
  .transform((message) => ({ role: message.role, text: message.content || textOf(message.parts ?? []) }))

const V2Message = z
  .object({
    ...shared,
    parts: Parts.meta({ ...Parts.meta(), description: 'Parts of the message; only text parts are read.' }),
  })
  .transform((message) => ({ role: message.role, text: textOf(message.parts) }))

const Context = z.object({
  type: z.enum(['code', 'textSelection']),
  value: z.string().max(MAX_TEXT).describe('The code or text.'),
  path: z.string().max(1_000).nullish().describe('Path of the source file or page.'),
  elementId: z.string().max(1_000).nullish().describe('Element of the page that holds it.'),
})

/** Body of the assistant message. Unknown fields are accepted and ignored, because real clients send many. */
function assistantBody<Message extends z.ZodType<{ role: (typeof ROLES)[number]; text: string }>>(
  message: Message,
) {
  return z.object({
    fp: z
      .string()
      .min(1)
      .max(200)
      .describe('Fingerprint that sessions are told apart by; "anonymous" for anonymous users.')
      .meta({ examples: ['anonymous'] }),
    messages: z
      .array(message)
      .min(1)
      .superRefine(checkMessages)
      .describe(
        'The conversation, the question last. Of a thread that the request names, only the question is read; otherwise the newest 200 messages are.',
      ),
    threadId: z.string().max(200).nullish().describe('Continues this thread; left out or null starts one.'),
    threadKey: z
      .string()
      .max(200)
      .nullish()
      .describe('Key of the thread; needed where the project requires one.'),
    retrievalPageSize: z.int().min(1).max(50).default(5).describe('Search results the answer is built from.'),
    filter: SearchFilter,
    context: z.array(Context).max(20).nullish().describe('Code or text that the question is about.'),
    currentPath: z
      .string()
      .refine((path) => lettersOf(path) <= MAX_PATH, {
        error: `must have at most ${MAX_PATH} characters, not counting how they are encoded`,
      })
      .nullish()
      .describe(
        `Path of the page the user is viewing, at most ${MAX_PATH} characters after percent-decoding.`,
      ),
    trigger: z.unknown().optional().describe('"regenerate-message" replaces the last answer.'),
  })
}

export const V1AssistantBody = assistantBody(V1Message)
export const V2AssistantBody = assistantBody(V2Message)
export const prepareV1Body = readableHistory(V1Message)
export const prepareV2Body = readableHistory(V2Message)
export type AssistantBody = z.output<typeof V2AssistantBody>

/** Length of an address in letters: one of Japanese has nine characters for each of them. */
function lettersOf(path: string): number {
  let decoded = path
  try {
    decoded = decodeURIComponent(path)
  } catch (error) {
    // A stray % is a character of the path as any other.
    if (!(error instanceof URIError)) throw error
  }
  return [...decoded].length
}

function textOf(parts: readonly z.output<typeof Part>[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [textOfPart(part) as string] : [])).join('\n')
}

function textOfPart({ text, content }: { text?: unknown; content?: unknown }): unknown {
  return text ?? content
}

function checkMessages(
  messages: readonly { role: string; text: string }[],
  context: z.core.$RefinementCtx,
): void {
  messages.forEach(({ text }, index) => {
    if (text.length > MAX_TEXT)
      context.addIssue({
        code: 'custom',
        path: [index],
        message: `must have at most ${MAX_TEXT} characters of text`,
      })
  })
  const last = messages.at(-1)
  if (last === undefined) return
  const path = [messages.length - 1]
  if (last.role !== 'user')
    context.addIssue({
      code: 'custom',
      path: [...path, 'role'],
      message: 'must be "user" in the last message',
    })
  else if (last.text.trim() === '')
    context.addIssue({ code: 'custom', path, message: 'must have some text, being the last message' })
}
