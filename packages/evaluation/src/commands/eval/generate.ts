import { writeFile } from 'node:fs/promises'
import { projectNamed } from '@docent/command-line'
import {
  type EvaluationQuestion,
  EvaluationSet,
  GenerateEvaluation,
  QUESTION_ORIGINS,
  type QuestionOrigin,
} from '@docent/core'
import { DocentError, defineCommand } from '@docent/core/plugin'
import { z } from 'zod'

const Origin = z.enum(QUESTION_ORIGINS)
const MOST = 5_000

export const generate = defineCommand({
  description: 'Generate questions from the documentation and from rated conversations',
  args: {
    project: { type: 'string', alias: 'p', description: 'ID of the project; default: the only one' },
    from: {
      valueHint: 'list',
      type: 'string',
      default: 'link,heading,option,conversation',
      description: 'Origins of the questions: link, heading, option, conversation, model (costs tokens)',
    },
    count: { type: 'string', default: '200', description: `Maximum number of questions, 1 to ${MOST}` },
    out: { type: 'string', description: 'File to write; default: standard output' },
    save: { type: 'boolean', default: false, description: "Also add them to the project's evaluation set" },
  },
  example: 'eval generate --count 100 --out questions.jsonl',
  json: z.object({
    questions: z.array(
      z.object({
        question: z.string(),
        pages: z.array(z.string()),
        contains: z.array(z.string()).exactOptional(),
        ignore: z.array(z.string()).exactOptional(),
        quote: z.string().exactOptional(),
        origin: Origin.exactOptional(),
      }),
    ),
    found: z.partialRecord(Origin, z.number()),
    refused: z.number(),
    saved: z.number(),
  }),
  async work({ docent, args, out, signal }) {
    const from = readOrigins(args.from)
    const count = readCount(args.count)
    const project = await projectNamed(docent, args.project)
    const { questions, found, refused } = await docent.resolve(GenerateEvaluation).generate(project, {
      from,
      count,
      signal,
      onProgress: (done, total) =>
        out.progress({ label: `${project.id}: reading`, done, total, msLeft: null }),
    })
    out.progress(null)
    let saved = 0
    if (args.save) {
      const set = docent.resolve(EvaluationSet)
      for (const question of questions) {
        await set.save(project.id, question, { signal })
        saved++
      }
    }
    return { questions: questions.map(lineOf), found, refused, saved }
  },
  async complete(result, args) {
    if (args.out !== undefined) await writeLines(args.out, result.questions)
    return result
  },
  show({ questions, found, refused, saved }, out, args) {
    if (args.out === undefined) for (const question of questions) out.line(JSON.stringify(question))
    const sources = Object.entries(found).map(
      ([origin, count]) => `${count} from ${NOUNS[origin as QuestionOrigin]}`,
    )
    const lines = [
      `Questions: ${questions.length}${args.out === undefined ? '' : `, written to ${args.out}`}.`,
      `There are ${sources.join(', ') || 'none'}.`,
      ...(refused > 0 ? [`Left out: ${refused} from the model, whose quotes are not on the page.`] : []),
      ...(saved > 0 ? [`Added to the evaluation set: ${saved}.`] : []),
      ...(args.out === undefined ? [] : [`Measure with "docent eval ${args.out}".`]),
    ]
    if (args.out === undefined) out.error(lines.join(' '))
    else for (const line of lines) out.line(line)
  },
})

const NOUNS: Readonly<Record<QuestionOrigin, string>> = {
  link: 'texts of links',
  heading: 'headings',
  option: 'tables',
  conversation: 'rated conversations',
  model: 'the model',
}

function lineOf({ contains, filter: _filter, refuses: _refuses, ...rest }: EvaluationQuestion) {
  return contains.length === 0 ? rest : { ...rest, contains }
}

async function writeLines(file: string, questions: readonly unknown[]): Promise<void> {
  try {
    await writeFile(file, questions.map((question) => `${JSON.stringify(question)}\n`).join(''))
  } catch (error) {
    throw new DocentError('invalid_request', `--out: ${file} cannot be written.`, { cause: error })
  }
}

function readOrigins(text: string): QuestionOrigin[] {
  const names = text.split(',').map((name) => name.trim())
  return names.map((name) => {
    const origin = QUESTION_ORIGINS.find((each) => each === name)
    if (origin !== undefined) return origin
    throw new DocentError('invalid_request', `--from: "${name}" is none of ${QUESTION_ORIGINS.join(', ')}.`)
  })
}

function readCount(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= MOST) return count
  throw new DocentError('invalid_request', `--count: "${text}" is not a whole number from 1 to ${MOST}.`)
}
