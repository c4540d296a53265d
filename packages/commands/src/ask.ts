import { text as readAll } from 'node:stream/consumers'
import { CitationText, projectNamed } from '@docent/command-line'
import { type AnswerPart, type AnswerProducer, AnswerQuestion, NAME_VERDICTS } from '@docent/core'
import {
  type CheckedClaims,
  type CommandOutput,
  DocentError,
  defineCommand,
  defined,
} from '@docent/core/plugin'
import { z } from 'zod'
import { indexFirst } from './projects/index-first.ts'

const NameShape = z.object({
  text: z.string(),
  kind: z.string(),
  verdict: z.enum(NAME_VERDICTS),
  start: z.number(),
  end: z.number(),
  passage: z.number().exactOptional(),
  suggestion: z.string().exactOptional(),
  unconfirmedWith: z.string().exactOptional(),
})

const RemovedShape = z.object({
  text: z.string(),
  kind: z.string(),
  by: z.enum(['strict', 'repair']),
  suggestion: z.string().exactOptional(),
})
/** Absent when the answer has no names to check. */
const GroundingShape = z.object({
  names: z.array(NameShape),
  counts: z.record(z.string(), z.number()),
  uncheckedFrom: z.number().exactOptional(),
  removed: z.array(RemovedShape).exactOptional(),
})

/** Absent when the project has no claims checked. */
const ClaimsShape = z.object({
  checker: z.string(),
  threshold: z.number(),
  claims: z.array(
    z.object({
      text: z.string(),
      supported: z.number(),
      /** Page of the passage that supports it best. */
      url: z.string().exactOptional(),
    }),
  ),
})

const AnswerShape = z.object({
  threadId: z.string(),
  text: z.string(),
  sources: z.array(z.object({ url: z.string(), title: z.string().exactOptional() })),
  grounding: GroundingShape.exactOptional(),
  claims: ClaimsShape.exactOptional(),
})

export const command = defineCommand({
  description: 'Ask the assistant a question',
  args: {
    question: {
      type: 'positional',
      required: false,
      description: 'The question; default: standard input',
    },
    project: { type: 'string', alias: 'p', description: 'ID of the project; default: the only one' },
    thread: { type: 'string', description: 'Continue this thread' },
  },
  example: 'ask "How do I revoke a key?"',
  json: AnswerShape,
  input: { schema: z.string(), read: ({ _ }) => questionOf(_) },
  async work({ docent, args, input: question, out, signal }) {
    const project = await projectNamed(docent, args.project)
    await indexFirst(docent, project, { out, signal })
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
    const said = await read(answer.stream, args.json ? undefined : out)
    const checked = await answer.claims()
    return {
      threadId: answer.threadId,
      ...said,
      ...(checked && { claims: claimsOf(checked, said.text) }),
    }
  },
  show({ threadId, sources, grounding, claims }, out) {
    const invented = inventedNames(grounding)
    if (invented.length > 0) out.line(`\nNot found in the documentation: ${invented.join(', ')}`)
    for (const { text } of claims?.claims.filter(({ supported }) => supported < claims.threshold) ?? [])
      out.line(`\nNot supported by the documentation: ${text}`)
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
async function read(produce: AnswerProducer, out: CommandOutput | undefined): Promise<Said> {
  const said: Said = { text: '', sources: [] }
  let failure: DocentError | undefined
  const shown = new CitationText((text) => out?.text(text))
  try {
    await produce((part) => {
      if (part.type === 'text') {
        said.text += part.text
        shown.text(part.text)
      } else if (part.type === 'source') {
        const { url, title } = part
        said.sources.push(title === undefined ? { url } : { url, title })
      } else if (part.type === 'data' && part.name === 'grounding') {
        said.grounding = GroundingShape.parse(part.data)
      } else if (part.type === 'error') failure = failureOf(part)
      return undefined
    })
  } finally {
    shown.end()
    // A message after an incomplete answer begins on a new line.
    if (said.text !== '') out?.text('\n')
  }
  if (failure) throw failure
  return said
}

function claimsOf({ checker, threshold, claims, passages }: CheckedClaims, text: string) {
  return {
    checker,
    threshold,
    claims: claims.map(({ start, end, supported, passage }) => ({
      text: text.slice(start, end),
      supported,
      ...defined({ url: passages?.[passage ?? -1]?.url }),
    })),
  }
}

/** Each invented name once, with the nearest real one. */
function inventedNames(grounding: Said['grounding']): string[] {
  const invented = (grounding?.names ?? []).filter(({ verdict }) => verdict === 'invented')
  return [
    ...new Set(
      invented.map(({ text, suggestion }) =>
        suggestion === undefined ? text : `${text} (did you mean ${suggestion}?)`,
      ),
    ),
  ]
}

/** The person at the terminal is the operator: they see the whole failure. */
function failureOf({ cause, message }: Extract<AnswerPart, { type: 'error' }>): DocentError {
  return DocentError.is(cause) ? cause : new DocentError('model_failed', message, { cause })
}
