import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { CachedEmbedding } from './hybrid/cached-embedding.ts'
import { measureHybrid } from './hybrid/measure-hybrid.ts'
import { pairedDifference } from './hybrid/paired-difference.ts'
import { questionCollection } from './hybrid/question-collection.ts'
import type { Collection } from './retrieval/collection.ts'
import { meanScores, type Scores } from './retrieval/metrics.ts'
import { table } from './retrieval/table.ts'
import { testCollection } from './retrieval/test-collection.ts'

/**
 * What an embedding model adds to the search by words, on every collection: any server that speaks OpenAI's embeddings.
 *
 *   node apps/bench/run.mjs hybrid --url http://127.0.0.1:8611/v1 --model e5 \
 *     [--query-prefix 'query: ' --passage-prefix 'passage: '] [--weights default,0.3,1] \
 *     [--judged cranfield.json …] [--docs DIR --questions FILE.jsonl …]
 *
 * Without `--docs` and `--judged`, it asks Docent's own documentation. Vectors stay in `--cache`, a folder, for the next run.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    model: { type: 'string' },
    'api-key': { type: 'string' },
    'query-prefix': { type: 'string', default: '' },
    'passage-prefix': { type: 'string', default: '' },
    weights: { type: 'string', default: 'default,0.1,0.3,0.6,1' },
    judged: { type: 'string', multiple: true, default: [] },
    docs: { type: 'string', multiple: true, default: [] },
    questions: { type: 'string', multiple: true, default: [] },
    cache: { type: 'string', default: join(tmpdir(), 'docent-bench-vectors') },
  },
})
const { url, model, judged, docs, questions, cache } = values
if (url === undefined || model === undefined)
  throw new Error('Name an embedding server: node apps/bench/run.mjs hybrid --url http://…/v1 --model NAME')
if (docs.length !== questions.length) throw new Error('Give each --docs its --questions.')
const own = (path: string) => fileURLToPath(new URL(`../../docs/${path}`, import.meta.url))
const asked =
  docs.length === 0 && judged.length === 0
    ? [{ folder: own('content'), file: own('evaluation/questions.jsonl'), name: 'own documentation' }]
    : docs.map((folder, at) => ({ folder, file: questions[at] ?? '', name: undefined }))
const client = createOpenAICompatible({
  name: 'bench',
  baseURL: url,
  ...(values['api-key'] !== undefined && { apiKey: values['api-key'] }),
})
const cached = (prefix: string) => new CachedEmbedding(client.embeddingModel(model), cache, prefix)
const embedding = {
  id: `bench:${model}`,
  passages: cached(values['passage-prefix']),
  queries: cached(values['query-prefix']),
}
const weights = values.weights.split(',').map((weight) => (weight === 'default' ? undefined : Number(weight)))
let isComplete = true

for (const file of judged) {
  if (existsSync(file)) await report(testCollection(file, basename(file, '.json')), 'ndcg')
  else notMeasured(`there is no ${file}`)
}
for (const { folder, file, name } of asked) {
  if (!existsSync(folder) || !existsSync(file)) notMeasured(`there is no ${folder} or no ${file}`)
  else {
    const collection = await questionCollection(folder, file)
    await report({ ...collection, name: name ?? collection.name }, 'recall')
  }
}
process.exitCode = isComplete ? 0 : 1

async function report(collection: Collection, main: 'ndcg' | 'recall'): Promise<void> {
  const { words, hybrid } = await measureHybrid(collection, embedding, weights)
  const row = (name: string, scores: readonly Scores[], difference: string) => {
    const { ndcg, hit, recall } = meanScores(scores)
    return [name, ...[hit, recall, ndcg].map((value) => value.toFixed(3)), difference]
  }
  const rows = [...hybrid].map(([weight, scores]) => {
    const values = (all: readonly Scores[]) => all.map((each) => each[main])
    const { mean, low, high } = pairedDifference(values(words), values(scores))
    const signed = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(3)}`
    return row(`weight ${weight}`, scores, `${signed(mean)} (${signed(low)} to ${signed(high)})`)
  })
  const passages = collection.entries.reduce((sum, entry) => sum + entry.passages.length, 0)
  const title = `${collection.name}: ${passages} passages, ${collection.queries.length} queries, ${model}`
  const heads = [
    '',
    'hit@1',
    'recall@5',
    'nDCG@10',
    `${main === 'ndcg' ? 'nDCG@10' : 'recall@5'} to words, 95%`,
  ]
  console.log(`${title}\n${table(heads, [row('words alone', words, ''), ...rows])}\n`)
}

function notMeasured(why: string): void {
  console.error(`!!! NOT MEASURED: ${why}\n`)
  isComplete = false
}
