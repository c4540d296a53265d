import picomatch from 'picomatch'
import { z } from 'zod'
import { noteTag } from '../../turn/prompt-tags.ts'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import type { AgentToolContext } from './agent-tool-context.ts'
import { folderPath, listFolder } from './list-folder.ts'

export function listFiles({ files }: AgentToolContext): TurnTool {
  return defineTool({
    name: 'list_files',
    description:
      'Lists the files of the repository, of one folder, or of a glob, one path a line. At most 500; of the rest you see how many are in which folder.',
    input: z.object({
      path: z
        .string()
        .optional()
        .describe('Folder or glob, relative to the repository root; leave out for the root.'),
    }),
    async execute({ path }, { signal }) {
      const folder = folderPath((path ?? '').replace(/^\/+/, ''))
      const { isGlob } = picomatch.scan(folder)
      return (
        (await listFolder(files, folder, signal)) ??
        noteTag(
          `No files${folder === '' ? '' : isGlob ? ` match ${folder}; ** stands for folders of any depth` : ` in ${folder}/`}.`,
        )
      )
    },
  })
}
