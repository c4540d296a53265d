import { languageRules } from '../allowed/language-rules.ts'
import type { Region } from '../text/region.ts'

/** A program with the words behind it, up to the first that is no subcommand. */
export interface CommandLine {
  readonly words: readonly string[]
  /** Of each word, UTF-16 units of the text. */
  readonly ends: readonly number[]
  readonly start: number
}

/** Behind a prompt, a separator, variables that are set for it, and programs that only start another. */
const COMMAND =
  /(?:^|[\n;|&(])[ \t]{0,20}(?:[$>%#][ \t]{1,4})?(?:(?:[A-Z_][A-Z0-9_]{0,40}=[^\s`]{0,80}|sudo|npx|pnpx|bunx|uvx|time|exec)[ \t]{1,4}){0,4}([a-z][a-z0-9_-]{1,30})((?:[ \t]{1,4}[a-z][a-z0-9_-]{0,40}){1,3})(?![\w./=@:*+<>{}-])/g
const WORD = /\S+/g

/** The commands in code that a shell reads. */
export function* commandLines(text: string, { kind, language, start, end }: Region): Generator<CommandLine> {
  if (kind === 'prose' || !languageRules(language).isShell) return
  const code = text.slice(start, end)
  if (!code.includes(' ')) return
  for (const { 0: whole, 1: program = '', 2: behind = '', index } of code.matchAll(COMMAND)) {
    if (kind === 'span' && index > 0) return
    const at = start + index + whole.length - behind.length - program.length
    const words = [program]
    const ends = [at + program.length]
    for (const { 0: word, index: place } of behind.matchAll(WORD)) {
      words.push(word)
      ends.push(at + program.length + place + word.length)
    }
    yield { words, ends, start: at }
  }
}
