import type { Region } from '../text/region.ts'
import { languageRules } from './language-rules.ts'
import { SYSTEM_FOLDER } from './system-folders.ts'

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
  /** What it makes up for itself: texts of its scripts, values of its configuration, files of its commands. */
  readonly texts: Set<string>
  /** What it gives a name, such as `shop` in `name: shop`. */
  readonly given: ReadonlySet<string>
  /** Numbers that it proposes, with their units. */
  readonly numbers: Set<string>
  /** Names in code spans: what the text says of them is about the product. */
  readonly mentioned: ReadonlySet<string>
}

const KEY = /(?:^|[{,\n])[ \t]*["']?([A-Za-z_$][\w$]*)["']?\??[ \t]?:/g
const PARAMETER = /\/:([A-Za-z_]\w*)/g
const MEMBER = /\.([A-Za-z_$][\w$]*)/g
const SET = /(?:^|\n)[ \t]*(?:-[ \t]{1,3})?(?:(?:export|set|ENV)[ \t])?([A-Z][A-Z0-9_]+)(?=[ \t]?[:=])/g
const READ = /(?:\$\{?(?:env:)?|\benv\.|\benv(?:iron)?(?:\.get)?[[(]["'])([A-Z][A-Z0-9_]+)/g
const VALUE = /(?:[:=]|^[ \t]*-)[ \t]{0,4}["']?([\w/][^\s"'`#,]{0,80})["']?[ \t]*(?:#[^\n]*)?$/gm
const QUOTED = /["'`]([^\s"'`]{2,80})["'`](?!\s?:)/g
const ARGUMENT = /(?<=[\s=])([\w~.-]{0,40}\/[\w~./-]{1,80})(?=\s|$)/g
/** An endpoint that code calls is the product's. */
const ENDPOINT = /:\/\/|^\/[^/]+\/[^/]/
/** Kinds and names of objects: `name: shop`, `"name": "shop"`, `name="shop"`, `deploy/shop`. */
const GIVEN =
  /(?:\bname["']?[ \t]?[:=][ \t]{0,4}["'`]?|(?<=\s)(?:po|pods?|deploy(?:ment)?|svc|service|statefulset|sts|daemonset|ds|jobs?|cronjobs?|ingress|configmap|cm|secret)\/)([\w-]{3,80})/g
const NUMBER = /(?<![\w.])(\d[\w.]*)/g
const WORD = /([A-Za-z_$][\w$]*)/g

/** Reads what the code of a text makes and reads. */
export function ownCode(text: string, regions: readonly Region[]): OwnCode {
  const own = {
    fields: new Set<string>(),
    keys: new Set<string>(),
    variables: new Set<string>(),
    read: new Set<string>(),
    texts: new Set<string>(),
    given: new Set<string>(),
    numbers: new Set<string>(),
    mentioned: new Set<string>(),
  }
  for (const { kind, language, start, end } of regions) {
    if (kind === 'prose') continue
    const code = text.slice(start, end)
    addAll(code, READ, own.read)
    addAll(code, GIVEN, own.given)
    if (kind === 'fence' || code.includes(' ')) addAll(code, NUMBER, own.numbers)
    if (kind === 'span') {
      addTexts(code, QUOTED, own.texts)
      addAll(code, WORD, own.mentioned)
      addAll(code, KEY, own.fields)
      continue
    }
    const { family } = languageRules(language)
    addAll(code, SET, own.variables)
    if (family === 'script') {
      addAll(code, KEY, own.fields)
      addAll(code, MEMBER, own.read)
      addTexts(code, QUOTED, own.texts)
    } else if (family === 'data') {
      addAll(code, KEY, own.keys)
      addTexts(code, VALUE, own.texts)
      addTexts(code, QUOTED, own.texts)
    } else if (family === 'other') {
      addAll(code, KEY, own.keys)
      addTexts(code, QUOTED, own.texts)
    } else if (family === 'shell') addTexts(code, ARGUMENT, own.texts)
  }
  return own
}

function addAll(code: string, pattern: RegExp, names: Set<string>): void {
  for (const [, name] of code.matchAll(pattern)) if (name) names.add(name)
}

function addTexts(code: string, pattern: RegExp, texts: Set<string>): void {
  for (const [, quoted = ''] of code.matchAll(pattern)) {
    const [text = ''] = quoted.replace(/^https?:\/\/localhost[\w:]*/, '').split(/[?#]/)
    addAll(text, PARAMETER, texts)
    if (!SYSTEM_FOLDER.test(text) && ENDPOINT.test(text)) continue
    texts.add(text.replace(/^\.{0,2}\/|\/$/g, ''))
  }
}

const VERSION = /^v\d{1,3}\//

/** Whether a path is what the code of the answer has made up, or goes on from that: `orders/42` where it serves `orders`. */
export function isMadeByCode(path: string, { texts }: OwnCode, joints: RegExp): boolean {
  const bare = path.replace(/^\.{0,2}\/|\/$/g, '').replace(VERSION, '')
  if (texts.has(bare)) return true
  for (const { index } of bare.matchAll(joints)) if (index > 2 && texts.has(bare.slice(0, index))) return true
  return false
}
