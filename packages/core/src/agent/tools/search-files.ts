import { z } from 'zod'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import type { AgentToolContext } from './agent-tool-context.ts'

export function searchFiles({ workspace }: AgentToolContext): TurnTool {
  return defineTool({
    name: 'search_files',
    description:
      'Searches the text of all files for a regular expression (POSIX extended). Hits come as `path:line: text`.',
    input: z.object({
      pattern: z.string().min(1).describe('Regular expression, or plain text when fixed is true.'),
      fixed: z.boolean().optional().describe('Search for the pattern as plain text.'),
      ignore_case: z.boolean().optional(),
      paths: z.array(z.string()).optional().describe('Folders or globs to search in.'),
      context: z.int().min(0).max(5).optional().describe('Lines to show before and after each hit.'),
    }),
    async execute({ pattern, fixed, ignore_case, paths, context }, { signal }) {
      const result = await workspace.search(
        {
          pattern,
          limit: 200,
          ...(fixed === undefined ? {} : { fixed }),
          ...(ignore_case === undefined ? {} : { ignoreCase: ignore_case }),
          ...(paths === undefined ? {} : { paths }),
          ...(context === undefined ? {} : { context }),
        },
        { signal },
      )
      if (result.hits.length === 0) return 'No matches.'
      const lines = result.hits.map((hit) =>
        [
          ...hit.before.map((text, i) => `${hit.path}-${hit.line - hit.before.length + i}- ${text}`),
          `${hit.path}:${hit.line}: ${hit.text}`,
          ...hit.after.map((text, i) => `${hit.path}-${hit.line + 1 + i}- ${text}`),
        ].join('\n'),
      )
      if (result.truncated) lines.push('… there are more matches: narrow the search.')
      return lines.join('\n')
    },
  })
}
