import { defined } from '@docent/content'
import { z } from 'zod'
import type { SearchHit, SearchRequest } from '../../ports/workspaces.ts'
import { noteTag } from '../../turn/prompt-tags.ts'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import type { AgentToolContext } from './agent-tool-context.ts'
import { posixPattern } from './posix-pattern.ts'

/** Matches that are shown, and those that are counted. */
const MAX_HITS = 200
const MAX_COUNTED = 10_000
const MAX_LINE = 500
/** Characters of one reply. */
const MAX_SHOWN = 60_000

export function searchFiles({ files }: AgentToolContext): TurnTool {
  return defineTool({
    name: 'search_files',
    description: `Searches the text of all files for a regular expression (POSIX extended). Hits come as \`path:line: text\`, lines around them as \`path-line- text\`; at most ${MAX_HITS}, and how many more there are.`,
    input: z.object({
      pattern: z.string().min(1).describe('Regular expression, or plain text when fixed is true.'),
      fixed: z.boolean().optional().describe('Search for the pattern as plain text.'),
      ignore_case: z.boolean().optional(),
      paths: z.array(z.string()).optional().describe('Folders or globs to search in.'),
      context: z.int().min(0).max(5).optional().describe('Lines to show before and after each hit.'),
    }),
    async execute({ pattern, fixed, ignore_case, paths, context }, { signal }) {
      const request: SearchRequest = {
        pattern: fixed ? pattern : posixPattern(pattern),
        ...defined({ fixed, ignoreCase: ignore_case, paths }),
      }
      const result = await files.search({ ...request, ...defined({ context }), limit: MAX_HITS }, { signal })
      if (result.hits.length === 0) return 'No matches.'
      const shown: string[] = []
      let characters = 0
      let count = 0
      for (const hit of result.hits) {
        const text = linesOf(hit)
        characters += text.length
        if (characters > MAX_SHOWN && count > 0) break
        if (shown.length > 0 && hit.before.length + hit.after.length > 0) shown.push('--')
        shown.push(text)
        count++
      }
      if (!result.truncated && count === result.hits.length) return shown.join('\n')
      const all = result.truncated
        ? await files.search({ ...request, limit: MAX_COUNTED }, { signal })
        : result
      return `${shown.join('\n')}\n${describeRest(all.hits.slice(count), all.truncated)}`
    },
  })
}

function linesOf(hit: SearchHit): string {
  return [
    ...hit.before.map((text, i) => `${hit.path}-${hit.line - hit.before.length + i}- ${cut(text)}`),
    `${hit.path}:${hit.line}: ${cut(hit.text)}`,
    ...hit.after.map((text, i) => `${hit.path}-${hit.line + 1 + i}- ${cut(text)}`),
  ].join('\n')
}

function cut(text: string): string {
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}… ${noteTag('(line cut)')}` : text
}

function describeRest(rest: readonly SearchHit[], truncated: boolean): string {
  const counts = new Map<string, number>()
  for (const { path } of rest) counts.set(path, (counts.get(path) ?? 0) + 1)
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 5)
  const number = `${truncated ? 'more than ' : ''}${rest.length} in ${counts.size} files`
  const named = most.map(([path, count]) => `${path} (${count})`).join(', ')
  return `… there are more matches: ${number}, most in ${named}. Narrow the search by the pattern or by paths.`
}
