import { z } from 'zod'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import { GuardedEdits } from '../policy/guarded-edits.ts'
import { decodeText } from '../site/decode-text.ts'
import { endsInCrlf, inLineEndingsOf } from '../site/text-edit.ts'
import type { AgentToolContext } from './agent-tool-context.ts'

export function writeFile({ workspace, policy, touched }: AgentToolContext): TurnTool {
  const edits = new GuardedEdits(workspace, policy)
  return defineTool({
    name: 'write_file',
    description:
      'Creates a file, or replaces all of an existing one, whose line endings stay. Prefer edit_file for small changes.',
    input: z.object({
      path: z.string().min(1).describe('Relative to the repository root.'),
      content: z.string().describe('The whole text of the file.'),
    }),
    async execute({ path, content }, { signal }) {
      policy.assertWritable(path)
      const bytes = await workspace.read(path, { signal })
      const before = bytes === undefined ? '' : decodeText(bytes)
      await edits.write(path, endsInCrlf(before) ? inLineEndingsOf(before, content) : content, { signal })
      touched.add(path)
      return `${bytes === undefined ? 'Created' : 'Replaced'} ${path}.`
    },
  })
}
