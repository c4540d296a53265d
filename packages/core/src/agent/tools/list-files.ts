import { z } from 'zod'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import type { AgentToolContext } from './agent-tool-context.ts'

const LIMIT = 500

export function listFiles({ workspace }: AgentToolContext): TurnTool {
  return defineTool({
    name: 'list_files',
    description: `Lists the files of the repository, or of one folder, one path a line. At most ${LIMIT}.`,
    input: z.object({
      path: z
        .string()
        .optional()
        .describe('Folder, relative to the repository root; leave out for the root.'),
    }),
    async execute({ path }, { signal }) {
      const prefix = (path ?? '').replace(/^(\.?\/)+|\/+$/g, '').replace(/^\.$/, '')
      const files = await workspace.list(prefix === '' ? { signal } : { prefix, signal })
      const shown = files
        .slice(0, LIMIT)
        .map((file) =>
          file.kind === 'symlink' || file.kind === 'submodule' ? `${file.path} (${file.kind})` : file.path,
        )
      if (shown.length === 0) return `No files${prefix ? ` in ${prefix}/` : ''}.`
      const rest = files.length - shown.length
      return rest > 0
        ? `${shown.join('\n')}\n… and ${rest} more files: list a folder of them.`
        : shown.join('\n')
    },
  })
}
