import { pagePathOf } from '@docent/content'
import { z } from 'zod'
import { docsSite } from '../../domain/docs-site.ts'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import { isPageMove, type MoveReport, movePage } from '../move-page.ts'
import type { AgentToolContext } from './agent-tool-context.ts'
import { describeLinks } from './describe-links.ts'

export function moveFile({ workspace, project, policy, touched }: AgentToolContext): TurnTool {
  const site = docsSite(project)
  return defineTool({
    name: 'move_file',
    description:
      'Moves or renames a file. With a page, the links to it, its own relative links and its navigation entry are rewritten and a redirect is added, unless fix_links is false.',
    input: z.object({
      from: z.string().min(1).describe('Relative to the repository root.'),
      to: z.string().min(1).describe('Relative to the repository root; must not exist.'),
      fix_links: z.boolean().default(true).describe('Mend what points to a page. Default: true.'),
    }),
    async execute({ from, to, fix_links }, { signal }) {
      policy.assertWritable(from)
      policy.assertWritable(to)
      if (!fix_links || !isPageMove(from, to, site)) {
        await workspace.move(from, to, { signal })
        touched.add(from).add(to)
        return `Moved ${from} to ${to}.`
      }
      const report = await movePage({ workspace, policy, site, from, to, signal })
      for (const path of report.touched) touched.add(path)
      return describe(from, to, report, site.root)
    },
  })
}

function describe(from: string, to: string, report: MoveReport, root: string): string {
  const { rewritten, left, navigation, imports } = report
  const lines = [`Moved ${from} to ${to}.`]
  if (rewritten.length > 0) {
    const more = rewritten.length > 20 ? ` and ${rewritten.length - 20} more` : ''
    lines.push(
      `Rewrote the links to it in ${rewritten.length} pages: ${rewritten.slice(0, 20).join(', ')}${more}.`,
    )
  }
  if (left.length > 0)
    lines.push(`These still link to the old place and were not changed: ${describeLinks(left)}.`)
  if (navigation) {
    const done = [
      navigation.entry ? 'renamed its entry' : '',
      navigation.redirect ? `added a redirect from ${pagePathOf(from, root)} to ${pagePathOf(to, root)}` : '',
    ].filter((part) => part !== '')
    lines.push(`In ${navigation.path}: ${done.join(', ')}.`)
    if (!navigation.entry) lines.push('The navigation has no entry of the page.')
  }
  if (imports.length > 0)
    lines.push(`The page imports by relative paths, which may lead elsewhere now: ${imports.join(', ')}.`)
  return lines.join('\n')
}
