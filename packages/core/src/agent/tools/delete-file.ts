import { isDocumentationFile } from '@docent/content'
import { z } from 'zod'
import { docsSite } from '../../domain/docs-site.ts'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import { describeProblems } from '../checks/describe-checks.ts'
import { type RemovalReport, removePage } from '../moves/remove-page.ts'
import { GuardedEdits } from '../policy/guarded-edits.ts'
import type { AgentToolContext } from './agent-tool-context.ts'
import { describeLinks } from './describe-links.ts'

export function deleteFile({ workspace, project, policy, touched }: AgentToolContext): TurnTool {
  const site = docsSite(project)
  const edits = new GuardedEdits(workspace, policy)
  return defineTool({
    name: 'delete_file',
    description:
      'Deletes a file. The entries of a page go from the navigation. The result names the pages that still link to it: they are yours to fix.',
    input: z.object({ path: z.string().min(1).describe('Relative to the repository root.') }),
    async execute({ path }, { signal }) {
      policy.assertWritable(path)
      if (!isDocumentationFile(path)) {
        await edits.delete(path, { signal })
        touched.add(path)
        return { message: `Deleted ${path}.`, linking: [] }
      }
      const report = await removePage({ workspace, policy, site, path, signal })
      for (const each of report.touched) touched.add(each)
      const linking = report.linking.map(({ path, lines }) => ({ path, lines }))
      return { message: describe(path, report), linking }
    },
  })
}

function describe(path: string, { entries, refused, linking, problems, mentions }: RemovalReport): string {
  const lines = [`Deleted ${path}.`]
  if (linking.length > 0) lines.push(`Still linked from ${describeLinks(linking)}.`)
  for (const file of entries) lines.push(`In ${file}: removed its entry.`)
  if (refused.length > 0)
    lines.push(
      `These files list the page, and you cannot change them: ${refused.join(', ')}. Tell the person in your closing message.`,
    )
  if (problems.length > 0) lines.push('The navigation is not mended here:', describeProblems(problems))
  if (mentions.length > 0) lines.push(`Other files name its address: ${describeLinks(mentions)}.`)
  return lines.join('\n')
}
