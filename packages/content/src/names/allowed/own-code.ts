import type { Region } from '../text/region.ts'
import { languageRules } from './language-rules.ts'

/** What the code of an answer makes and reads itself, and what the text around it says of names. */
export interface OwnCode {
  /** Keys of its objects. */
  readonly fields: ReadonlySet<string>
  /** Keys of its configuration. */
  readonly keys: ReadonlySet<string>
  /** Environment variables that it sets. */
  readonly variables: ReadonlySet<string>
  /** Members and variables that it reads. */
  readonly read: ReadonlySet<string>
  /** Words that its configuration has as values. */
  readonly values: ReadonlySet<string>
  /** Names in code spans: what the text says of them is about the product. */
  readonly mentioned: ReadonlySet<string>
}

const KEY = /(?:^|[{,\n])[ \t]*["']?([A-Za-z_$][\w$]*)["']?\??[ \t]?:/g
const MEMBER = /\.([A-Za-z_$][\w$]*)/g
const SET = /(?:^|\n)[ \t]*(?:-[ \t]{1,3})?(?:(?:export|set|ENV)[ \t])?([A-Z][A-Z0-9_]+)(?=[ \t]?[:=])/g
const READ = /(?:\$\{?(?:env:)?|\benv\.|\benv(?:iron)?(?:\.get)?[[(]["'])([A-Z][A-Z0-9_]+)/g
const VALUE = /(?:[:=]|^[ \t]*-)[ \t]{0,4}["']?([A-Za-z][\w-]*)["']?[ \t]*(?:#[^\n]*)?$/gm
const WORD = /([A-Za-z_$][\w$]*)/g

/** Reads what the code of a text makes and reads. */
export function ownCode(text: string, regions: readonly Region[]): OwnCode {
  const own = {
    fields: new Set<string>(),
    keys: new Set<string>(),
    variables: new Set<string>(),
    read: new Set<string>(),
    values: new Set<string>(),
    mentioned: new Set<string>(),
  }
  for (const { kind, language, start, end } of regions) {
    if (kind === 'prose') continue
    const code = text.slice(start, end)
    addAll(code, READ, own.read)
    if (kind === 'span') {
      addAll(code, WORD, own.mentioned)
      addAll(code, KEY, own.fields)
      continue
    }
    const { family } = languageRules(language)
    addAll(code, SET, own.variables)
    if (family === 'script') {
      addAll(code, KEY, own.fields)
      addAll(code, MEMBER, own.read)
    } else if (family === 'data') {
      addAll(code, KEY, own.keys)
      addAll(code, VALUE, own.values)
    }
  }
  return own
}

function addAll(code: string, pattern: RegExp, names: Set<string>): void {
  for (const [, name] of code.matchAll(pattern)) if (name) names.add(name)
}
