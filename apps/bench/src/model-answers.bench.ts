import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseEvaluation } from '@docent/core'
import { openaiCompatible } from '@docent/model-ai-sdk'
import { startIndexedDocent } from './indexed-docent.ts'
import { askStreamed } from './model-answers/ask-streamed.ts'

/**
 * Answers of a real model through the whole server, with what the check of names says of them, to be read by a person.
 *
 *   node apps/bench/run.mjs model-answers --url http://127.0.0.1:8080/v1 --model NAME --docs DIR --questions FILE.jsonl \
 *     --answers answers.jsonl [--context 4096] [--output 300]
 *
 * Questions that the file of answers has already are not asked again. Say the model, its license, and the machine beside
 * every figure.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    model: { type: 'string' },
    docs: { type: 'string' },
    questions: { type: 'string' },
    answers: { type: 'string' },
    context: { type: 'string', default: '4096' },
    output: { type: 'string', default: '300' },
  },
})
const { url, model, docs, questions, answers } = values
if (!url || !model || !docs || !questions || !answers)
  throw new Error('Give --url, --model, --docs, --questions, and --answers.')
try {
  await fetch(new URL('models', `${url}/`))
} catch {
  throw new Error(`!!! NOT MEASURED: no model answers at ${url}.`)
}
const done = new Set(
  existsSync(answers)
    ? readFileSync(answers, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line): string => JSON.parse(line).question)
    : [],
)
const folder = mkdtempSync(join(tmpdir(), 'docent-model-'))
const warn = (fields: object, message: string) => console.error(message, JSON.stringify(fields).slice(0, 600))
const server = await startIndexedDocent({
  folder,
  from: docs,
  project: { id: 'docs', models: { assistant: `local:${model}` } },
  config: {
    // A small machine takes minutes.
    assistant: { maxAnswerMs: 1_800_000 },
    plugins: (defaults) => [
      ...defaults,
      openaiCompatible({
        name: 'local',
        baseURL: url,
        models: { '*': { contextTokens: Number(values.context), outputTokens: Number(values.output) } },
        firstByteMs: 600_000,
      }),
    ],
  },
  logger: { debug: () => undefined, info: () => undefined, warn, error: warn },
})
try {
  for (const { question } of parseEvaluation(readFileSync(questions, 'utf8'))) {
    if (done.has(question)) continue
    const answer = await askStreamed(server, question)
    appendFileSync(answers, `${JSON.stringify({ model, ...answer })}\n`)
    const { firstTextMs, wholeMs, text } = answer
    console.log(`${question}: first text ${firstTextMs} ms, whole ${wholeMs} ms, ${text.length} characters`)
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
