import { expect } from 'vitest'
import { JUDGED_QUESTIONS, judgedPages } from '../material/judged-pages.ts'
import { type ContractCase, contractSuite } from './contract-case.ts'
import { PROJECT, type RetrieverContext } from './retriever-context.ts'

/** What Docent's search reaches on the judged questions, and the sum of the scores of what it finds first. */
const FIGURES = { hit: 0.927, recall: 0.988, reciprocal: 0.955, score: 0.34 }
/** How far an engine may be from it. */
const TOLERANCE = 0.01
const LIMIT = 10

export const retrieverRelevanceCases: readonly ContractCase<RetrieverContext>[] = [
  {
    name: 'answers judged questions as well as every other engine, and with the same scores',
    async run({ retriever }) {
      const writer = await retriever.begin(PROJECT)
      await writer.write(judgedPages())
      await writer.commit('r1')
      const sums = { hit: 0, recall: 0, reciprocal: 0, score: 0 }
      for (const { text, pages } of JUDGED_QUESTIONS) {
        const found = await retriever.search(PROJECT, { text, limit: LIMIT, perPage: 1 })
        const paths = found.map(({ passage }) => passage.pagePath)
        const place = paths.findIndex((path) => pages.includes(path))
        sums.hit += place === 0 ? 1 : 0
        sums.recall += pages.filter((page) => paths.slice(0, 5).includes(page)).length / pages.length
        sums.reciprocal += place < 0 ? 0 : 1 / (place + 1)
        sums.score += found[0]?.score ?? 0
      }
      const means = Object.entries(sums).map(
        ([figure, sum]) => [figure, sum / JUDGED_QUESTIONS.length] as const,
      )
      const far = means.filter(
        ([figure, mean]) => Math.abs(mean - FIGURES[figure as keyof typeof FIGURES]) >= TOLERANCE,
      )
      expect(Object.fromEntries(far)).toEqual({})
    },
  },
]

/**
 * The suite of retrievers that search by `@docent/search`: the figures of each are within .01 of the others.
 *
 * @example
 * retrieverRelevance('postgres', () => ({ retriever }))
 */
export const retrieverRelevance = contractSuite('Retriever relevance', retrieverRelevanceCases)
