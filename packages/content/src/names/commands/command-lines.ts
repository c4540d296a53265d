import { languageRules } from '../allowed/language-rules.ts'
import type { Region } from '../text/region.ts'

/** A program with what stands behind it. */
export interface CommandLine {
  /** The program and the words behind it, up to the first that is no subcommand. */
  readonly words: readonly string[]
  /** Of each word, UTF-16 units of the text. */
  readonly ends: readonly number[]
  readonly start: number
  /** The flags behind them, without values. */
  readonly flags: readonly string[]
  /** Words behind flags: subcommands and values look the same there. */
  readonly others: readonly string[]
}

/** Behind a prompt, a separator, variables that are set for it, and programs that only start another. */
const COMMAND =
  /(?:^|[\n;|&(])[ \t]{0,20}(?:[$>%#][ \t]{1,4})?(?:(?:[A-Z_][A-Z0-9_]{0,40}=[^\s`]{0,80}|sudo|npx|pnpx|bunx|uvx|time|exec)[ \t]{1,4}){0,4}([a-z][a-z0-9_.-]{1,30})(?=[ \t])([^\n;|&()`]{1,600})/g
const TOKEN = /\S+/g
const WORD = /^[a-z][a-z0-9_-]{0,40}$/
const FLAG = /^\[?(--?[A-Za-z][\w.-]{0,60})/
const MOST_WORDS = 3
/** Programs that run another one, which a file holds. */
export const INTERPRETER = /^(?:node|deno|bun|tsx|python3?|ruby|php|perl|bash|sh|zsh)$/
/** `apps/bench/run.mjs`: a path, or a name with an extension. */
export const SCRIPT = /^(?=[^/.]{0,60}[/.])[\w.@/-]{2,500}$/

/** The commands in code that a shell reads. */
export function* commandLines(text: string, { kind, language, start, end }: Region): Generator<CommandLine> {
  if (kind === 'prose' || !languageRules(language).isShell) return
  const written = text.slice(start, end)
  if (!written.includes(' ')) return
  // A backslash at its end carries a line on.
  const line = written.includes('\\\n') ? written.replaceAll('\\\n', '  ') : written
  // Behind two dashes stands a command of its own.
  const code = line.includes(' -- ') ? line.replaceAll(' -- ', '\n   ') : line
  for (const { 0: whole, 1: program = '', 2: behind = '', index } of code.matchAll(COMMAND)) {
    if (kind === 'span' && index > 0) return
    const at = start + index + whole.length - behind.length
    const line = { words: [program], ends: [at], flags: [] as string[], others: [] as string[] }
    let isCommand = true
    for (const { 0: token, index: place } of behind.matchAll(TOKEN)) {
      if (
        isCommand &&
        line.words.length === 1 &&
        INTERPRETER.test(line.words[0] ?? '') &&
        SCRIPT.test(token)
      ) {
        line.words[0] = token.slice(token.lastIndexOf('/') + 1)
        continue
      }
      const isWord = WORD.test(token)
      isCommand &&= isWord && line.words.length <= MOST_WORDS
      const flag = FLAG.exec(token)?.[1]
      if (isCommand) {
        line.words.push(token)
        line.ends.push(at + place + token.length)
      } else if (flag !== undefined) line.flags.push(flag)
      else if (isWord) line.others.push(token)
    }
    yield { ...line, start: at - program.length }
  }
}
