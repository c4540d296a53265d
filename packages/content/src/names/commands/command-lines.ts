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
/** Code spans name no language: these begin a line of other code. */
const KEYWORD =
  /^(?:abstract|alter|async|await|case|class|const|create|def|default|defmodule|defp|delete|do|drop|enum|export|extends|extern|final|fn|for|from|fun|func|function|grant|if|impl|import|insert|interface|let|match|mod|module|mut|new|package|private|protected|pub|public|return|select|static|struct|trait|try|type|update|use|using|val|var|void|where|while|with|yield)$/
const MOST_WORDS = 3
/** Programs that run another one, which a file holds. */
export const INTERPRETER = /^(?:node|deno|bun|tsx|python3?|ruby|php|perl|bash|sh|zsh)$/
/** `apps/bench/run.mjs`: a path, or a name with an extension. */
export const SCRIPT = /^(?=[^/.]{0,60}[/.])[\w.@/-]{2,500}$/

/** What a configuration runs: `ExecStart=/usr/bin/step ca renew`, `- run: npm test`. */
const RUN =
  /(?:^|\n)[ \t]{0,40}(?:- )?["']?(?:Exec[A-Z][A-Za-z]{1,20}|[a-z_-]{0,20}(?:run|script|command|cmd|exec|entrypoint))["']?[ \t]{0,3}[:=][ \t]{0,3}["']?(?=[a-z/])/g

/** Blanks that take the place of what stands before a command, so that all places stay. */
function asScript(code: string): string {
  const parts: string[] = []
  let done = 0
  for (const { 0: opening, index } of code.matchAll(RUN)) {
    const [path = ''] = FOLDER.exec(code.slice(index + opening.length, index + opening.length + 90)) ?? []
    const at = index + opening.length + path.length
    const newline = code.indexOf('\n', at)
    const end = newline === -1 ? code.length : newline
    parts.push('\n'.padStart(at - done), code.slice(at, end))
    done = end
  }
  return parts.join('')
}

const FOLDER = /^\/[\w./-]{0,80}\//

/** The commands in code that a shell reads, and in an answer also those that a configuration has. */
export function* commandLines(
  text: string,
  { kind, language, start, end }: Region,
  { withRun = false } = {},
): Generator<CommandLine> {
  const { isShell, family } = languageRules(language)
  if (kind === 'prose' || !(isShell || (withRun && family === 'data'))) return
  const written = isShell ? text.slice(start, end) : asScript(text.slice(start, end))
  if (!written.includes(' ')) return
  // A backslash at its end carries a line on.
  const line = written.includes('\\\n') ? written.replaceAll('\\\n', '  ') : written
  // Behind two dashes stands a command of its own.
  const code = line.includes(' -- ') ? line.replaceAll(' -- ', '\n   ') : line
  for (const { 0: whole, 1: program = '', 2: behind = '', index } of code.matchAll(COMMAND)) {
    if (kind === 'span' && (index > 0 || KEYWORD.test(program))) return
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
