import { z } from 'zod'
import { DocentError } from '../../errors/docent-error.ts'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import type { AgentToolContext } from './agent-tool-context.ts'
import { readText } from './read-text.ts'

const MAX_LINES = 1000
const MAX_LINE = 2000

export function readFile({ workspace }: AgentToolContext): TurnTool {
  return defineTool({
    name: 'read_file',
    description: `Reads a text file. Each line comes as its number, a tab, and the text. At most ${MAX_LINES} lines a call: ask for a range of a longer file.`,
    input: z.object({
      path: z.string().min(1).describe('Relative to the repository root.'),
      start_line: z.int().min(1).optional().describe('First line to read, from 1.'),
      end_line: z.int().min(1).optional().describe('Last line to read.'),
    }),
    async execute({ path, start_line, end_line }, { signal }) {
      const text = await readText(workspace, path, signal)
      if (text === '') return '(The file is empty.)'
      const lines = text.replace(/\n$/, '').split('\n')
      const start = start_line ?? 1
      if (start > lines.length)
        throw new DocentError(
          'invalid_request',
          `${path} has ${lines.length} lines: start_line ${start} is past its end.`,
        )
      const end = Math.min(end_line ?? lines.length, lines.length, start + MAX_LINES - 1)
      if (end < start)
        throw new DocentError('invalid_request', `end_line ${end_line} is before start_line ${start}.`)
      const shown = lines
        .slice(start - 1, end)
        .map(
          (line, i) =>
            `${start + i}\t${line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}… (line cut)` : line}`,
        )
      const wanted = Math.min(end_line ?? lines.length, lines.length)
      if (end < wanted)
        shown.push(`… cut after line ${end} of ${lines.length}: read on with start_line ${end + 1}.`)
      return shown.join('\n')
    },
  })
}
