import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import type { Passage } from '@docent/content'
import type { Collection, Entry } from '../retrieval/collection.ts'
import { docentRetriever } from '../retrieval/engines/docent.ts'
import { PROJECT, searchOfReaders } from '../retrieval/engines/search-of-readers.ts'
import { type Scores, score } from '../retrieval/metrics.ts'

/** As the server cuts them. */
const LONGEST_TEXT = 8_000
const BATCH = 100

export interface Embedding {
  /** `provider:model`. */
  id: string
  passages: EmbeddingModelV4
  queries: EmbeddingModelV4
}

export interface HybridScores {
  words: Scores[]
  /** By weight; `default` is what a server does that sets none. */
  hybrid: ReadonlyMap<string, Scores[]>
}

/** The search of readers by words alone, and with vectors at each weight, over one collection. */
export async function measureHybrid(
  { entries, queries }: Collection,
  embedding: Embedding,
  weights: readonly (number | undefined)[],
): Promise<HybridScores> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-hybrid-'))
  const scores = async (search: (text: string) => Promise<string[]>) => {
    const all: Scores[] = []
    for (const query of queries) all.push(score(query, await search(query.text)))
    return all
  }
  try {
    await build(join(folder, 'words'), entries, undefined)
    await build(join(folder, 'hybrid'), entries, embedding)
    const byWords = docentRetriever(join(folder, 'words'))
    const words = await scores(searchOfReaders(byWords))
    await byWords.stop()
    const hybrid = new Map<string, Scores[]>()
    const [name = '', ...model] = embedding.id.split(':')
    const provider = {
      name,
      model() {
        throw new TypeError('There is no language model.')
      },
      embedding: () => embedding.queries,
    }
    for (const weight of weights) {
      const retriever = docentRetriever(join(folder, 'hybrid'), weight)
      hybrid.set(String(weight ?? 'default'), await scores(searchOfReaders(retriever, [provider])))
      await retriever.stop()
    }
    if (model.length === 0) throw new TypeError(`"${embedding.id}" is no provider:model.`)
    return { words, hybrid }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function build(folder: string, entries: readonly Entry[], embedding?: Embedding): Promise<void> {
  const retriever = docentRetriever(folder)
  const [sample = []] = embedding
    ? (await embedding.passages.doEmbed({ values: ['documentation'] })).embeddings
    : []
  const writer = await retriever.begin(
    PROJECT,
    embedding ? { embedding: { model: embedding.id, dimensions: sample.length } } : {},
  )
  for (let at = 0; at < entries.length; at += BATCH) {
    const batch = entries.slice(at, at + BATCH)
    const vectors = embedding && (await vectorsOf(batch, embedding.passages))
    await writer.write(batch.map((entry) => ({ ...entry, ...(vectors && { vectors: vectors(entry) }) })))
    if (embedding)
      process.stderr.write(`\r${Math.min(at + BATCH, entries.length)} of ${entries.length} pages`)
  }
  if (embedding) process.stderr.write('\r\n')
  await writer.commit('bench')
  await retriever.stop()
}

async function vectorsOf(entries: readonly Entry[], model: EmbeddingModelV4) {
  const texts = entries.flatMap(({ passages }) => passages.map(textOf))
  const { embeddings } = await model.doEmbed({ values: texts })
  const next = embeddings.values()
  const byPassage = new Map(
    entries.flatMap(({ passages }) => passages.map((passage) => [passage, next.next().value ?? []] as const)),
  )
  return ({ passages }: Entry) =>
    passages.map((passage) => ({ key: passage.id, values: byPassage.get(passage) ?? [] }))
}

function textOf({ headings, content }: Passage): string {
  return `${headings.join(' > ')}\n\n${content}`.slice(0, LONGEST_TEXT)
}
