import { type ShjLanguageData, tokenizeWith } from '@speed-highlight/core/tokenize'

/** Grammars by their names. A page of a server has all of them, a script for browsers those that it can carry. */
export type CodeLanguages = Readonly<Record<string, ShjLanguageData>>

/** `type` names a colour, such as `str` or `kwd`; text without one is plain. */
export interface CodeToken {
  text: string
  type: string | undefined
}

const ALIASES: Readonly<Record<string, string>> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  terminal: 'bash',
  dockerfile: 'docker',
  javascript: 'js',
  jsx: 'js',
  mjs: 'js',
  cjs: 'js',
  jsonc: 'json',
  json5: 'json',
  markdown: 'md',
  mdx: 'md',
  python: 'py',
  rust: 'rs',
  typescript: 'ts',
  tsx: 'ts',
  mts: 'ts',
  vue: 'html',
  svelte: 'html',
  astro: 'html',
  yml: 'yaml',
  golang: 'go',
  'c++': 'c',
  cpp: 'c',
}

/** Longer blocks stay plain: colours help to read, and nobody reads so much. */
const LONGEST = 50_000

/**
 * The tokens of code; undefined where it stays plain.
 *
 * @param written the language as its author wrote it, in any case: `ts`, `TypeScript`
 */
export function tokensOf(source: string, written: string, languages: CodeLanguages): CodeToken[] | undefined {
  const lower = written.toLowerCase()
  const name = Object.hasOwn(ALIASES, lower) ? (ALIASES[lower] ?? lower) : lower
  const language = Object.hasOwn(languages, name) ? languages[name] : undefined
  if (language === undefined || source.length > LONGEST) return undefined
  const tokens: CodeToken[] = []
  tokenizeWith(source, language, (text, type) => tokens.push({ text, type }), { languages })
  return tokens
}
