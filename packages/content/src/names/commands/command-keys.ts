import { languageRules } from '../allowed/language-rules.ts'
import { spaceKey } from '../spaces/spaces.ts'
import type { Region } from '../text/region.ts'
import { commandLines } from './command-lines.ts'

/** Programs that everybody has. */
export const COMMON = languageRules('sh').words
/** Of a heading that is a command, such as "argocd admin export Command Reference". */
const HEADING =
  /^[`#\s]{0,12}([a-z][a-z0-9_-]{1,30}(?: [a-z][a-z0-9_-]{1,30}){1,3})`?(?:$|[ \t]{1,4}(?:[[<`{(-]|[Cc]ommand\b))/
/** A page with this many different words and flags behind a common program is about that program. */
const MANY = 12

/** The name space of the subcommands and flags of a command. */
export function commandSpace(words: readonly string[]): string {
  return `${words.join(' ')} `
}

/** Calls back with each command that a text has in its code, shorter and longer, and with the name spaces of what stands behind it. */
export function eachCommandKey(
  text: string,
  regions: readonly Region[],
  add: (key: string, at: number) => void,
): void {
  const others = new Map<string, Set<string>>()
  for (const region of regions) {
    for (const { words, start, flags, others: behind } of commandLines(text, region)) {
      const [program = ''] = words
      for (let length = 2; length <= words.length; length++) add(words.slice(0, length).join(' '), start)
      for (const word of behind) add(`${program} ${word}`, start)
      const [, first = '', second] = words
      if (second !== undefined) add(spaceKey(commandSpace([program, first]), second), start)
      const names = [...words.slice(1, 2), ...flags]
      if (COMMON.has(program)) others.set(program, new Set([...(others.get(program) ?? []), ...names]))
      else for (const name of names) add(spaceKey(commandSpace([program]), name), start)
    }
  }
  for (const [program, names] of others)
    if (names.size >= MANY) for (const name of names) add(spaceKey(commandSpace([program]), name), 0)
}

/** The same of a heading or a title, which names subcommands by being one. */
export function eachHeadedCommand(heading: string, add: (key: string) => void): void {
  const words = HEADING.exec(heading.trim())?.[1]?.split(' ') ?? []
  for (let length = 2; length <= words.length; length++) {
    add(words.slice(0, length).join(' '))
    add(spaceKey(commandSpace(words.slice(0, length - 1)), words[length - 1] ?? ''))
  }
}
