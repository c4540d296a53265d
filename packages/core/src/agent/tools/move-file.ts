import { isDocumentationFile } from '@docent/content'
import { z } from 'zod'
import { docsSite } from '../../domain/docs-site.ts'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import { describeProblems } from '../checks/describe-checks.ts'
import { isPageMove, type MoveReport, movePage } from '../moves/move-page.ts'
import { GuardedEdits } from '../policy/guarded-edits.ts'
import type { AgentToolContext } from './agent-tool-context.ts'
import { describeLinks } from './describe-links.ts'

export function moveFile({ workspace, project, policy, touched }: AgentToolContext): TurnTool {
  const site = docsSite(project)
  const edits = new GuardedEdits(workspace, policy)
  return defineTool({
    name: 'move_file',
    description:
      'Moves or renames a file. With a page, the links to it, its own relative links and its navigation entry are rewritten and a redirect is added where the site has redirects, unless fix_links is false. What is left to you is told.',
    input: z.object({
      from: z.string().min(1).describe('Relative to the repository root.'),
      to: z.string().min(1).describe('Relative to the repository root; must not exist.'),
      fix_links: z.boolean().default(true).describe('Mend what points to a page. Default: true.'),
    }),
    async execute({ from, to, fix_links }, { signal }) {
      policy.assertWritable(from)
      policy.assertWritable(to)
      if (!fix_links || !isPageMove(from, to)) {
        await edits.move(from, to, { signal })
        touched.add(from).add(to)
        return `Moved ${from} to ${to}.`
      }
      const report = await movePage({ workspace, policy, site, from, to, signal })
      for (const path of report.touched) touched.add(path)
      return describe(from, to, report)
    },
  })
}

function describe(from: string, to: string, report: MoveReport): string {
  const { rewritten, left, lost, redirect, problems, mentions, imports } = report
  const lines = [`Moved ${from} to ${to}.`]
  if (rewritten.length > 0) {
    const more = rewritten.length > 20 ? ` and ${rewritten.length - 20} more` : ''
    lines.push(
      `Rewrote the links to it in ${rewritten.length} pages: ${rewritten.slice(0, 20).join(', ')}${more}.`,
    )
  }
  if (left.length > 0)
    lines.push(`These still link to the old place and were not changed: ${describeLinks(left)}.`)
  if (lost.length > 0)
    lines.push(`Links here could not be written to lead where they did, mend them: ${describeLinks(lost)}.`)
  lines.push(...describeNavigation(report))
  if (redirect && redirect.file === undefined)
    lines.push(
      `No redirect was added: whoever serves the site has to send ${redirect.from} to ${redirect.to}.`,
    )
  if (problems.length > 0) lines.push('The navigation was not mended here:', describeProblems(problems))
  if (mentions.length > 0) lines.push(`Other files name its old address: ${describeLinks(mentions)}.`)
  if (imports.length > 0)
    lines.push(`The page imports by relative paths, which may lead elsewhere now: ${imports.join(', ')}.`)
  return lines.join('\n')
}

function describeNavigation({ entries, redirect }: MoveReport): string[] {
  const files = new Set([...entries, ...(redirect?.file === undefined ? [] : [redirect.file])])
  const lines = [...files].map((file) => {
    const done = [
      entries.includes(file) ? 'renamed its entry' : '',
      redirect?.file === file ? `added a redirect from ${redirect.from} to ${redirect.to}` : '',
    ].filter((part) => part !== '')
    return `In ${file}: ${done.join(', ')}.`
  })
  const isNavigation = redirect?.file !== undefined && !isDocumentationFile(redirect.file)
  if (isNavigation && entries.length === 0) lines.push('The navigation has no entry of the page.')
  return lines
}
