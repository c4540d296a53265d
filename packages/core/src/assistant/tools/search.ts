import { z } from 'zod'
import type { RetrievedPassage } from '../../ports/retriever.ts'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import { type FoundPassages, searchToolOutput } from '../search/found-passages.ts'

/** Searches within one answer: what it finds gets numbers that the answer can cite. */
export function searchTool(
  found: FoundPassages,
  search: (query: string, signal: AbortSignal) => Promise<RetrievedPassage[]>,
): TurnTool {
  return defineTool({
    name: 'search',
    description: 'Searches the documentation again. Each result has a number to cite it by.',
    input: z.object({
      query: z
        .string()
        .trim()
        .min(1)
        .max(1000)
        .describe('Keywords or a question, in other words than before.'),
    }),
    async execute({ query }, { signal }) {
      return searchToolOutput(found.add(await search(query, signal)))
    },
  })
}
