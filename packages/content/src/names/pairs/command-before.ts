import { INTERPRETER, SCRIPT } from '../commands/command-lines.ts'
import type { ChunkPlace } from '../keys/kind-rule.ts'

export interface CommandBefore {
  /** As it is shown. */
  text: string
  /** The program and its subcommands, as they stand before the first flag. */
  words: readonly string[]
  /** Any of them in a passage says that the passage is about the command. */
  keys: readonly string[]
}

const LOOKED_BACK = 300
const WORD = /^[A-Za-z@][\w@./:-]*$/
/** Programs that only start another. */
const RUNNER = /^(?:sudo|npx|pnpx|bunx|uvx|pipx|time|env|exec|dlx|command|xargs|nohup)$/
const MOST_WORDS = 4

/** The command that a flag in code is given to; undefined when the flag stands alone. */
export function commandBefore({ text, chunk, region }: ChunkPlace): CommandBefore | undefined {
  if (region.kind === 'prose') return undefined
  const from = Math.max(region.start, chunk.start - LOOKED_BACK)
  // A backslash at its end carries a line on.
  const line = text.slice(from, chunk.start).replace(/\\\r?\n/g, ' ')
  const command = line.split(/[\n;|(]|&&|\$\(|[ \t]--(?=[ \t])/).at(-1) ?? ''
  const words: string[] = []
  for (const written of command
    .trim()
    .replace(/^[$>#%] /, '')
    .split(/\s+/)) {
    if (written.startsWith('-')) break
    if (written.includes('=') && words.length === 0) continue
    if (!WORD.test(written) || words.length >= MOST_WORDS) break
    if (words.length === 0 && RUNNER.test(written)) continue
    if (words.length === 1 && INTERPRETER.test(words[0] ?? '') && SCRIPT.test(written)) words.pop()
    words.push(written)
  }
  const [program] = words
  if (program === undefined) return undefined
  const [, ...subcommands] = words
  const keys = subcommands.length > 0 ? subcommands : [program]
  return { text: words.slice(0, 2).join(' '), words, keys }
}
