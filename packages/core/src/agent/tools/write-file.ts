import { defined, isDocumentationFile } from '@docent/content'
import { z } from 'zod'
import { docsSite } from '../../domain/docs-site.ts'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import { type EntryReport, enterPage } from '../moves/enter-page.ts'
import { GuardedEdits } from '../policy/guarded-edits.ts'
import { decodeText } from '../site/decode-text.ts'
import { endsInCrlf, inLineEndingsOf } from '../site/text-edit.ts'
import type { AgentToolContext } from './agent-tool-context.ts'

export function writeFile({ workspace, project, policy, touched }: AgentToolContext): TurnTool {
  const edits = new GuardedEdits(workspace, policy)
  return defineTool({
    name: 'write_file',
    description:
      'Creates a file, or replaces all of an existing one, whose line endings stay. A new page is entered in the navigation. Prefer edit_file for small changes.',
    input: z.object({
      path: z.string().min(1).describe('Relative to the repository root.'),
      content: z.string().describe('The whole text of the file.'),
      after: z
        .string()
        .optional()
        .describe('Of a new page: the page that it follows in the navigation. Default: one of its folder.'),
    }),
    async execute({ path, content, after }, { signal }) {
      policy.assertWritable(path)
      const bytes = await workspace.read(path, { signal })
      const before = bytes === undefined ? '' : decodeText(bytes)
      await edits.write(path, endsInCrlf(before) ? inLineEndingsOf(before, content) : content, { signal })
      touched.add(path)
      if (bytes !== undefined) return `Replaced ${path}.`
      if (!isDocumentationFile(path)) return `Created ${path}.`
      const site = docsSite(project)
      const entry = { workspace, policy, site, path, text: content, ...defined({ after }), signal }
      const report = await enterPage(entry)
      for (const file of report.entries) touched.add(file)
      return describe(path, report)
    },
  })
}

function describe(path: string, { entries, refused, isMissing }: EntryReport): string {
  const lines = [`Created ${path}.`, ...entries.map((file) => `In ${file}: added its entry.`)]
  if (refused.length > 0)
    lines.push(
      `Its entry belongs in ${refused.join(', ')}, which you cannot change. Tell the person in your closing message.`,
    )
  if (isMissing) lines.push('No entry of the navigation leads to it: add one.')
  return lines.join('\n')
}
