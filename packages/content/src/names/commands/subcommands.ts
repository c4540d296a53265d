import type { OwnCode } from '../allowed/own-code.ts'
import { isPlaceholder } from '../allowed/placeholders.ts'
import type { FoundName } from '../text/found-name.ts'
import type { Region } from '../text/region.ts'
import { COMMON, commandSpace } from './command-keys.ts'
import { commandLines } from './command-lines.ts'

/** Scripts that a project gives itself, and other names for a command that its page mentions by the way. */
const OWN = /^(?:build|start|lint|serve|preview|format|check|watch|deploy|.{1,3})$/

/** Subcommands, where the documentation names those of their command: other words behind it are arguments. */
export function* subcommandsIn(text: string, region: Region, own: OwnCode): Generator<FoundName> {
  for (const { words, ends, start } of commandLines(text, region, { withRun: true })) {
    if (COMMON.has(words[0] ?? '')) continue
    for (let length = 2; length <= words.length; length++) {
      const last = words[length - 1] ?? ''
      // What stands behind it may be one all the same.
      if (isPlaceholder(last) || OWN.test(last) || own.keys.has(last) || own.texts.has(last)) continue
      const end = ends[length - 1] ?? start
      const command = words.slice(0, length)
      yield {
        text: text.slice(start, end),
        kind: 'command',
        start,
        end,
        keys: [command.join(' ')],
        spaces: [commandSpace(words.slice(0, length - 1))],
        onlyOwn: true,
      }
    }
  }
}
