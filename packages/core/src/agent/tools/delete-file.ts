import { isDocumentationFile, pagePathOf, parseNavigation } from '@docent/content'
import { z } from 'zod'
import { docsSite } from '../../domain/docs-site.ts'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import { linkingPages } from '../linking-pages.ts'
import { readNavigationFile } from '../navigation-file.ts'
import type { AgentToolContext } from './agent-tool-context.ts'
import { describeLinks } from './describe-links.ts'

export function deleteFile({ workspace, project, policy, touched }: AgentToolContext): TurnTool {
  const site = docsSite(project)
  return defineTool({
    name: 'delete_file',
    description:
      'Deletes a file. Of a page it tells which pages and navigation entries still point to it: they are yours to fix.',
    input: z.object({ path: z.string().min(1).describe('Relative to the repository root.') }),
    async execute({ path }, { signal }) {
      policy.assertWritable(path)
      await workspace.delete(path, { signal })
      touched.add(path)
      const lines = [`Deleted ${path}.`]
      if (!isDocumentationFile(path)) return lines.join('\n')
      const linking = await linkingPages(workspace, path, site, signal)
      if (linking.length > 0) lines.push(`Still linked from ${describeLinks(linking)}.`)
      const navigation = await readNavigationFile(workspace, site, signal)
      if (navigation) {
        const route = pagePathOf(path, site.root)
        const entries = parseNavigation(navigation.source).pages.filter((entry) => entry.path === route)
        if (entries.length > 0)
          lines.push(
            `Still listed in ${navigation.path}, line ${entries.map(({ line }) => line).join(', ')}.`,
          )
      }
      return lines.join('\n')
    },
  })
}
