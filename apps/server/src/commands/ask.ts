import { text as readAll } from 'node:stream/consumers'
import { type AnswerPart, type AnswerProducer, AnswerQuestion, DocentError, defined } from '@docent/core'
import { z } from 'zod'
import type { CommandOutput } from '../command-line/command-output.ts'
import { defineAction } from '../command-line/tree/define-command.ts'
import { projectNamed } from './find-project.ts'

const AnswerShape = z.object({
  threadId: z.string(),
  text: z.string(),
  sources: z.array(z.object({ url: z.string(), title: z.string().exactOptional() })),
})

export const command = defineAction({
  description: 'Ask the assistant a question',
  args: {
    question: {
      type: 'positional',
      required: false,
      description: 'The question; default: what standard input says',
    },
    project: { type: 'string', alias: 'p', description: 'Id of the project; default: the only one' },
    thread: { type: 'string', description: 'Continue this thread' },
  },
  example: 'ask "How do I revoke a key?"',
  json: AnswerShape,
  input: { schema: z.string(), read: ({ _ }) => questionOf(_) },
  async work({ docent, args, input: question, out, signal }) {
    const project = await projectNamed(docent, args.project)
    const answer = await docent.resolve(AnswerQuestion).answer(
      {
        project,
        fp: 'cli',
        question,
        clientHistory: [],
        regenerate: false,
        retrievalPageSize: 5,
        context: [],
        ...defined({ threadId: args.thread }),
      },
      signal,
    )
    return { threadId: answer.threadId, ...(await read(answer.stream, args.json ? undefined : out)) }
  },
  show({ threadId, sources }, out) {
    out.line('')
    for (const { url, title } of sources) out.line(`  ${title ?? url}  ${url}`)
    out.line(`\nThread ${threadId}`)
  },
})

/** Words need no quotes around them. */
async function questionOf(words: readonly string[]): Promise<string> {
  const question = words.length > 0 || process.stdin.isTTY ? words.join(' ') : await readAll(process.stdin)
  if (question.trim() !== '') return question.trim()
  throw new DocentError(
    'invalid_request',
    'The question is missing. Pass it as an argument, for example: docent ask "How do I begin?"',
  )
}

type Said = Omit<z.input<typeof AnswerShape>, 'threadId'>

/** @throws DocentError that says why the answer failed after it had begun. */
async function read(tell: AnswerProducer, out: CommandOutput | undefined): Promise<Said> {
  const said: Said = { text: '', sources: [] }
  let failure: DocentError | undefined
  await tell((part) => {
    if (part.type === 'text') {
      said.text += part.text
      out?.text(part.text)
    } else if (part.type === 'source') {
      const { url, title } = part
      said.sources.push(title === undefined ? { url } : { url, title })
    } else if (part.type === 'error') failure = failureOf(part)
    return undefined
  })
  if (failure) throw failure
  out?.text('\n')
  return said
}

/** The person at the terminal is the operator: they see the whole failure. */
function failureOf({ cause, message }: Extract<AnswerPart, { type: 'error' }>): DocentError {
  return DocentError.is(cause) ? cause : new DocentError('model_failed', message, { cause })
}
