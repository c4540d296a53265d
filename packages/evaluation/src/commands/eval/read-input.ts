import { readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { type ComparedReport, EvaluationSettings, parseBeir, parseEvaluation } from '@docent/core'
import { DocentError } from '@docent/core/plugin'
import { z } from 'zod'

/** What an evaluation reads: questions about the documentation, or a whole test collection. */
export const EvaluationInput = z.union([
  z.object({ questions: z.string() }),
  z.object({
    name: z.string(),
    beir: z.object({ corpus: z.string(), queries: z.string(), qrels: z.string() }),
  }),
])
export type EvaluationInput = z.output<typeof EvaluationInput>

/** @throws DocentError `invalid_request` that names the file and the line */
export async function readInput(path: string, split: string): Promise<EvaluationInput> {
  if (await isFolder(path)) {
    const beir = {
      corpus: await read(join(path, 'corpus.jsonl')),
      queries: await read(join(path, 'queries.jsonl')),
      qrels: await read(join(path, 'qrels', `${split}.tsv`)),
    }
    parseBeir(beir)
    const folder = basename(resolve(path))
    return { name: split === 'test' ? folder : `${folder} (${split})`, beir }
  }
  const questions = await read(path)
  parseEvaluation(questions)
  return { questions }
}

const Earlier = z.object({
  evaluations: z
    .array(
      z.object({
        report: z.object({
          settings: EvaluationSettings.exactOptional(),
          questions: z.array(
            z.object({
              question: z.string(),
              expected: z.array(z.string()),
              found: z.array(z.string()),
              answer: z
                .object({
                  passed: z.boolean().nullable(),
                  invented: z.array(z.string()).exactOptional(),
                  claims: z.object({ unsupported: z.array(z.string()) }).exactOptional(),
                })
                .exactOptional(),
            }),
          ),
        }),
      }),
    )
    .min(1),
})

/** The first evaluation of what `docent eval --json` printed. */
export async function readEarlier(path: string): Promise<ComparedReport & { settings?: EvaluationSettings }> {
  const text = await read(path)
  const parsed = Earlier.safeParse(parseJson(text))
  const first = parsed.data?.evaluations[0]
  if (first) return first.report
  throw new DocentError('invalid_request', `--baseline: ${path} is not what "docent eval --json" prints.`)
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new DocentError('invalid_request', `${file} cannot be read.`, { cause: error })
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    throw new DocentError('invalid_request', `${path} cannot be read.`, { cause: error })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
