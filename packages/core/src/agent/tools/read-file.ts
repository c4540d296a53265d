import { z } from 'zod'
import { DocentError } from '../../errors/docent-error.ts'
import { emptyTag, noteTag, PROMPT_TAGS } from '../../turn/prompt-tags.ts'
import { defineTool, type TurnTool } from '../../turn/turn-tool.ts'
import type { AgentToolContext } from './agent-tool-context.ts'
import { folderPath, listFolder } from './list-folder.ts'
import { readText } from './read-text.ts'

const MAX_LINES = 1000
const MAX_LINE = 2000
/** Characters of one reply. */
const MAX_SHOWN = 80_000

export function readFile({ files }: AgentToolContext): TurnTool {
  return defineTool({
    name: 'read_file',
    description: `Reads a text file. Each line comes as its number, a tab, and the text. At most ${MAX_LINES} lines or ${MAX_SHOWN} characters a call: ask for a range of a longer file. Of a folder it lists the files.`,
    input: z.object({
      path: z.string().min(1).describe('Relative to the repository root.'),
      start_line: z.int().min(1).optional().describe('First line to read, from 1.'),
      end_line: z.int().min(1).optional().describe('Last line to read.'),
    }),
    async execute({ path, start_line, end_line }, { signal }) {
      const clean = folderPath(path)
      if (clean === '' || (await files.read(clean, { signal })) === undefined) {
        const listed = await listFolder(files, clean, signal)
        if (listed !== undefined) return `${path} is a folder. Its files:\n${listed}`
      }
      const text = (await readText(files, clean, signal)).replace(/^\ufeff/, '')
      if (text === '') return '(The file is empty.)'
      const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
      const start = start_line ?? 1
      if (start > lines.length)
        throw new DocentError(
          'invalid_request',
          `${path} has ${lines.length} lines: start_line ${start} is past its end.`,
        )
      const wanted = Math.min(end_line ?? lines.length, lines.length)
      if (wanted < start)
        throw new DocentError('invalid_request', `end_line ${end_line} is before start_line ${start}.`)
      const shown: string[] = []
      let characters = 0
      for (let number = start; number <= wanted && shown.length < MAX_LINES; number++) {
        const line = lines[number - 1] ?? ''
        const cut = line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}… ${noteTag('(line cut)')}` : line
        characters += cut.length
        if (characters > MAX_SHOWN && shown.length > 0) break
        shown.push(`${number}\t${cut}`)
      }
      const end = start + shown.length - 1
      if (end < wanted)
        shown.push(
          `… cut after line ${end} of ${lines.length}. Read on: ${emptyTag(PROMPT_TAGS.more, { start_line: end + 1 })}`,
        )
      else if (end < lines.length) shown.push(`(Lines ${start} to ${end} of ${lines.length}.)`)
      return shown.join('\n')
    },
  })
}
