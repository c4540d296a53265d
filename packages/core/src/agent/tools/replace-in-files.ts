import { defined } from '@docent/content'
import { z } from 'zod'
import { DocentError } from '../../errors/docent-error.ts'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import { GuardedEdits } from '../policy/guarded-edits.ts'
import { occurrencesOf, replaceRanges } from '../site/text-edit.ts'
import type { AgentToolContext } from './agent-tool-context.ts'
import { readEditableText } from './read-text.ts'

/** Lines that are looked at, and those that are shown. */
const MOST_HITS = 5_000
const MOST_SHOWN = 60
const LONGEST_LINE = 200

export function replaceInFiles({ workspace, policy, touched }: AgentToolContext): TurnTool {
  const edits = new GuardedEdits(workspace, policy)
  return defineTool({
    name: 'replace_in_files',
    description:
      'Replaces a text in all files that have it. First call it without apply: it shows each line that would change, and changes nothing. A longer word that has the text in it counts, too.',
    input: z.object({
      old_text: z
        .string()
        .min(1)
        .max(1_000)
        .regex(/^[^\r\n]*$/, 'must be one line')
        .describe('The exact text, within a line.'),
      new_text: z
        .string()
        .max(1_000)
        .regex(/^[^\r\n]*$/, 'must be one line')
        .describe('What stands there afterwards.'),
      paths: z.array(z.string().min(1)).optional().describe('Folders or globs. Default: all files.'),
      apply: z.boolean().optional().describe('Change the files. Default: only show the lines.'),
    }),
    async execute({ old_text, new_text, paths, apply }, { signal }) {
      if (old_text === new_text)
        throw new DocentError('invalid_request', 'old_text and new_text are the same.')
      const request = { pattern: old_text, fixed: true, limit: MOST_HITS, ...defined({ paths }) }
      const { hits, truncated } = await workspace.search(request, { signal })
      if (truncated)
        throw new DocentError('invalid_request', `More than ${MOST_HITS} lines have it. Limit it with paths.`)
      const writable = hits.filter(({ path }) => policy.isWritable(path))
      const left = [...new Set(hits.map(({ path }) => path))].filter((path) => !policy.isWritable(path))
      const files = [...new Set(writable.map(({ path }) => path))]
      if (files.length === 0) return notes('No file that you can change has it.', left)
      if (!apply) {
        const lines = writable.slice(0, MOST_SHOWN).map(({ path, line, text }) => {
          const after = text.replaceAll(old_text, () => new_text)
          return `${path}:${line}:\n- ${cut(text)}\n+ ${cut(after)}`
        })
        if (writable.length > MOST_SHOWN) lines.push(`… and ${writable.length - MOST_SHOWN} more lines`)
        const head = `Would change ${writable.length} lines in ${files.length} files. Nothing is changed yet: call again with apply.`
        return notes([head, ...lines].join('\n'), left)
      }
      let count = 0
      const refused: string[] = []
      for (const path of files) {
        const text = await readEditableText(workspace, path, signal)
        const places = occurrencesOf(text, old_text)
        try {
          await edits.write(path, replaceRanges(text, places, new_text), { signal })
        } catch (error) {
          if (!DocentError.is(error, 'forbidden')) throw error
          refused.push(`${path}: ${error.message}`)
          continue
        }
        touched.add(path)
        count += places.length
      }
      return notes(
        [`Replaced ${count} occurrences in ${files.length - refused.length} files.`, ...refused].join('\n'),
        left,
      )
    },
  })
}

function notes(text: string, left: readonly string[]): string {
  return left.length === 0
    ? text
    : `${text}\nThese have it, and you cannot change them: ${left.slice(0, 20).join(', ')}.`
}

function cut(text: string): string {
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text
}
