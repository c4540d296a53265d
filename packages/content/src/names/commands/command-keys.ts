import { languageRules } from '../allowed/language-rules.ts'
import type { Region } from '../text/region.ts'
import { commandLines } from './command-lines.ts'

/** Of a heading that is a command, such as "argocd admin export Command Reference". */
const HEADING =
  /^[`#\s]{0,12}([a-z][a-z0-9_-]{1,30}(?: [a-z][a-z0-9_-]{1,30}){1,3})`?(?:$|[ \t]{1,4}(?:[[<`{(-]|[Cc]ommand\b))/
/** So many different words behind a program of others are subcommands. */
const FEWEST = 3

/** Of a command that has subcommands, which the documentation names. */
export function subcommandsKey(words: readonly string[]): string {
  return `${words.join(' ')} \u2026`
}

/** Calls back with each command that a text has in its code, shorter and longer, and with those whose subcommands it names. */
export function eachCommandKey(
  text: string,
  regions: readonly Region[],
  add: (key: string, at: number) => void,
): void {
  const behind = new Map<string, Set<string>>()
  const common = languageRules('sh').words
  for (const region of regions) {
    for (const { words, start } of commandLines(text, region)) {
      for (let length = 2; length <= words.length; length++) add(words.slice(0, length).join(' '), start)
      const [program = '', first = ''] = words
      if (common.has(program)) continue
      const firsts = behind.get(program) ?? new Set()
      behind.set(program, firsts.add(first))
      if (firsts.size === FEWEST) add(subcommandsKey([program]), start)
    }
  }
}

/** The same of a heading or a title, which names subcommands by being one. */
export function eachHeadedCommand(heading: string, add: (key: string) => void): void {
  const words = HEADING.exec(heading.trim())?.[1]?.split(' ') ?? []
  for (let length = 2; length <= words.length; length++) {
    add(words.slice(0, length).join(' '))
    add(subcommandsKey(words.slice(0, length - 1)))
  }
}
