import { z } from 'zod'
import { DocentError } from '../../errors/docent-error.ts'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import type { AgentToolContext } from './agent-tool-context.ts'
import { nearestLines } from './nearest-lines.ts'
import { readText } from './read-text.ts'

export function editFile({ workspace, policy, touched }: AgentToolContext): TurnTool {
  return defineTool({
    name: 'edit_file',
    description:
      'Replaces text in a file. old_text must match exactly, white space included, and be unique in the file unless all is true.',
    input: z.object({
      path: z.string().min(1).describe('Relative to the repository root.'),
      old_text: z.string().min(1).describe('The exact text to replace, without line numbers.'),
      new_text: z.string().describe('What stands there afterwards.'),
      all: z.boolean().optional().describe('Replace every occurrence.'),
    }),
    async execute({ path, old_text, new_text, all }, { signal }) {
      policy.assertWritable(path)
      if (old_text === new_text)
        throw new DocentError('invalid_request', 'old_text and new_text are the same.')
      const text = await readText(workspace, path, signal)
      const places = occurrences(text, old_text)
      if (places.length === 0) throw new DocentError('not_found', notFound(path, text, old_text))
      if (places.length > 1 && !all) {
        const lines = places.slice(0, 10).map((place) => lineOf(text, place))
        throw new DocentError(
          'invalid_request',
          `old_text occurs ${places.length} times in ${path} (lines ${lines.join(', ')}): give more of the text around it, or set all.`,
        )
      }
      await workspace.write(
        path,
        all ? text.replaceAll(old_text, () => new_text) : text.replace(old_text, () => new_text),
        { signal },
      )
      touched.add(path)
      return `Replaced ${places.length === 1 ? `1 occurrence at line ${lineOf(text, places[0] ?? 0)}` : `${places.length} occurrences`} in ${path}.`
    },
  })
}

function occurrences(text: string, part: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) places.push(at)
  return places
}

function lineOf(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

function notFound(path: string, text: string, wanted: string): string {
  const nearest = nearestLines(text, wanted)
  if (!nearest) return `old_text is not in ${path}. Read the file and copy the text exactly.`
  return `old_text is not in ${path}. The nearest text is at line ${nearest.line}:\n${nearest.text}\nCopy the text exactly, white space included.`
}
