import { checkSiteNavigation, isDocumentationFile } from '@docent/content'
import { z } from 'zod'
import { docsSite } from '../../domain/docs-site.ts'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import { addressMentions } from '../address-mentions.ts'
import { problemKey } from '../base-problems.ts'
import { linkingPages } from '../linking-pages.ts'
import { openSite } from '../open-site.ts'
import type { ReadSite } from '../read-site.ts'
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
      const isPage = isDocumentationFile(path)
      const before = isPage ? await openSite({ workspace, site, signal }) : undefined
      await workspace.delete(path, { signal })
      touched.add(path)
      const lines = [`Deleted ${path}.`]
      if (before === undefined) return lines.join('\n')
      const linking = await linkingPages(workspace, path, before.map, signal)
      if (linking.length > 0) lines.push(`Still linked from ${describeLinks(linking)}.`)
      const after = await openSite({ workspace, site, signal })
      const stale = staleEntries(before, after)
      for (const [file, at] of stale) lines.push(`Still listed in ${file}, line ${at.join(', ')}.`)
      const route = before.map.routeOf(path) ?? ''
      const mentions = await addressMentions(
        workspace,
        route,
        before.map.prefixes,
        new Set(stale.keys()),
        signal,
      )
      if (mentions.length > 0) lines.push(`Other files name its address: ${describeLinks(mentions)}.`)
      return lines.join('\n')
    },
  })
}

/** Lines of entries of the navigation that lead nowhere since the page went, by file. */
function staleEntries(before: ReadSite, after: ReadSite): Map<string, number[]> {
  const old = new Set(checkSiteNavigation(before.map, before.texts).map(problemKey))
  const stale = new Map<string, number[]>()
  for (const problem of checkSiteNavigation(after.map, after.texts)) {
    if (problem.severity !== 'error' || old.has(problemKey(problem))) continue
    stale.set(problem.file, [...(stale.get(problem.file) ?? []), problem.line])
  }
  return stale
}
