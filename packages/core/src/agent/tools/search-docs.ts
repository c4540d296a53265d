import { z } from 'zod'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import type { AgentToolContext } from './agent-tool-context.ts'

export function searchDocs(context: AgentToolContext): TurnTool {
  return defineTool({
    name: 'search_docs',
    description:
      'Finds passages of the published documentation by meaning of the words, best first. Use it to learn what the docs say already.',
    input: z.object({ query: z.string().min(1).describe('A question or keywords.') }),
    async execute({ query }, { signal }) {
      const found = await context.searchDocs(query, signal)
      if (found.length === 0) return 'Nothing found.'
      return found
        .map(
          ({ passage: { title, headings, pagePath, version, language, content } }) =>
            `## ${[title, ...headings.slice(1)].join(' > ')} (${[pagePath, version, language].filter(Boolean).join(', ')})\n${content}`,
        )
        .join('\n\n')
    },
  })
}
