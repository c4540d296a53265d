import { latentVectors } from './retrieval/embedding/latent-vectors.ts'
import { writeModel } from './retrieval/embedding/write-model.ts'
import { readSite } from './retrieval/site-pages.ts'
import { testCollection } from './retrieval/test-collection.ts'

/**
 * Makes a weak embedding for the retrieval benchmark: latent semantic analysis of documentation or of judged
 * collections, as a Model2Vec folder.
 *
 *   node apps/bench/run.mjs retrieval-embedding <folder to write> <folder of Markdown, or collection.json> ...
 */
const OPTIONS = { dimensions: 128, mostWords: 20_000, leastTexts: 3 }

const [target, ...sources] = process.argv.slice(2)
if (target === undefined || sources.length === 0)
  throw new Error(
    'Name the folder to write and what to learn from: folders of Markdown or files of collections.',
  )
const texts = sources.flatMap((source) => {
  const entries = source.endsWith('.json') ? testCollection(source, '').entries : readSite(source).pages
  return entries.flatMap(({ passages }) =>
    passages.map(({ headings, content }) => `${headings.join(' ')}\n${content}`),
  )
})
const start = performance.now()
const vectors = latentVectors(texts, OPTIONS)
writeModel(target, vectors)
console.log(
  `${texts.length} texts, ${vectors.words.length} words, ${OPTIONS.dimensions} dimensions, ${((performance.now() - start) / 1000).toFixed(1)} s`,
)
