import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseEvaluation } from '@docent/core'
import { readDocumentation } from '../grounding/documentation.ts'
import type { Collection } from '../retrieval/collection.ts'

/** A documentation and what readers ask of it in their own words. */
export async function questionCollection(folder: string, questions: string): Promise<Collection> {
  const name = basename(questions).replace(/(?:-questions)?\.jsonl$/, '')
  const { pages, passages } = await readDocumentation(name, folder)
  const byPage = Map.groupBy(passages, ({ pagePath }) => pagePath)
  return {
    name,
    kind: 'documentation',
    entries: pages.map((page) => ({ page, passages: byPage.get(page.path) ?? [], hash: page.path })),
    queries: parseEvaluation(readFileSync(questions, 'utf8')).flatMap(({ question, pages: right = [] }) =>
      right.length === 0
        ? []
        : [
            {
              text: question,
              relevant: new Map(right.map((path) => [path, 1])),
              exclude: new Set<string>(),
            },
          ],
    ),
  }
}
