import { z } from 'zod'
import { DocentError } from '../../errors/docent-error.ts'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import { GuardedEdits } from '../policy/guarded-edits.ts'
import { lineAt, occurrencesOf, replaceRanges } from '../site/text-edit.ts'
import type { AgentToolContext } from './agent-tool-context.ts'
import { explainMismatch } from './mismatch/explain-mismatch.ts'
import { readEditableText } from './read-text.ts'

export function editFile({ workspace, policy, touched }: AgentToolContext): TurnTool {
  const edits = new GuardedEdits(workspace, policy)
  return defineTool({
    name: 'edit_file',
    description:
      'Replaces text in a file. old_text must match exactly, white space included, and be unique in the file unless all is true. Line endings stay those of the file.',
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
      const text = await readEditableText(workspace, path, signal)
      const places = occurrencesOf(text, old_text)
      const [first] = places
      if (first === undefined) throw new DocentError('not_found', explainMismatch(path, text, old_text))
      if (places.length > 1 && !all) {
        const lines = places.slice(0, 10).map(({ start }) => lineAt(text, start))
        throw new DocentError(
          'invalid_request',
          `old_text occurs ${places.length} times in ${path} (lines ${lines.join(', ')}): give more of the text around it, or set all.`,
        )
      }
      await edits.write(path, replaceRanges(text, places, new_text), { signal })
      touched.add(path)
      const count =
        places.length === 1
          ? `1 occurrence at line ${lineAt(text, first.start)}`
          : `${places.length} occurrences`
      return `Replaced ${count} in ${path}.`
    },
  })
}
