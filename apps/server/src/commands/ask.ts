import { text as readAll } from 'node:stream/consumers'
import { type AnswerPart, type AnswerProducer, AnswerQuestion, DocentError } from '@docent/core'
import { defineCommand } from 'citty'
import { projectNamed } from './find-project.ts'
import { printJson } from './output.ts'
import { withDocent } from './with-docent.ts'

export const command = defineCommand({
  meta: { name: 'ask', description: 'Ask the assistant a question' },
  args: {
    question: {
      type: 'positional',
      required: false,
      description: 'The question; default: what standard input says',
    },
    project: { type: 'string', alias: 'p', description: 'Id of the project; default: the only one' },
    thread: { type: 'string', description: 'Continue this thread' },
    json: { type: 'boolean', default: false, description: 'Print JSON' },
  },
  run: ({ args }) =>
    withDocent(async (docent, signal) => {
      const project = await projectNamed(docent, args.project)
      const question = await questionOf(args._)
      const answer = await docent.resolve(AnswerQuestion).answer(
        {
          project,
          fp: 'cli',
          question,
          clientHistory: [],
          regenerate: false,
          retrievalPageSize: 5,
          context: [],
          ...(args.thread === undefined ? {} : { threadId: args.thread }),
        },
        signal,
      )
      const { text, sources } = await read(answer.stream, !args.json)
      if (args.json) return printJson({ threadId: answer.threadId, text, sources })
      console.log('')
      for (const { url, title } of sources) console.log(`  ${title ?? url}  ${url}`)
      console.log(`\nThread ${answer.threadId}`)
    }),
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

interface Told {
  text: string
  sources: { url: string; title?: string }[]
}

/** @throws DocentError that says why the answer failed after it had begun. */
async function read(tell: AnswerProducer, isShown: boolean): Promise<Told> {
  const told: Told = { text: '', sources: [] }
  let failure: DocentError | undefined
  await tell((part) => {
    if (part.type === 'text') {
      told.text += part.text
      if (isShown) process.stdout.write(part.text)
    } else if (part.type === 'source') {
      const { url, title } = part
      told.sources.push(title === undefined ? { url } : { url, title })
    } else if (part.type === 'error') failure = failureOf(part)
    return undefined
  })
  if (failure) throw failure
  if (isShown) process.stdout.write('\n')
  return told
}

/** The person at the terminal is the operator: they see the whole failure. */
function failureOf({ cause, message }: Extract<AnswerPart, { type: 'error' }>): DocentError {
  return DocentError.is(cause) ? cause : new DocentError('model_failed', message, { cause })
}
