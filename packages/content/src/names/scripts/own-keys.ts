import { ScriptFrames } from './script-frames.ts'
import type { Frame } from './script-owners.ts'
import { eachScriptToken, type ScriptToken } from './script-tokens.ts'

/** What the code of an answer calls itself, so that a call of it is no call of the product. */
const OWN_FUNCTION =
  /\bfunction\*?\s{1,4}([\w$]+)|\b(?:const|let|var)\s{1,4}([\w$]+)\s{0,4}(?::[^=\n]{1,80})?=\s{0,4}(?:async\s{0,4})?(?:function\b|\([^()]{0,300}\)\s{0,4}(?::[^=\n]{1,60})?=>|[\w$]+\s{0,4}=>)|\bclass\s{1,4}([\w$]+)\s{0,4}\{/g
/** Settings by their name: what takes them may stand elsewhere. */
const SETTINGS = /(?:option|opt|config|configuration|setting|rule|plugin|preset)s?$/i

interface OwnKey {
  name: string
  /** The variable whose data it is; undefined where no call of the product can get it. */
  variable: string | undefined
  type: string | undefined
}

/** Variables and the data of theirs that code hands on. */
class Uses {
  readonly #handedOn = new Map<string, string[]>()
  readonly #given = new Set<string>()

  /** @param to another variable; undefined for a call of the product or an export */
  add(name: string, to: string | undefined): void {
    if (to === undefined) this.#given.add(name)
    else if (to !== name) this.#handedOn.set(name, [...(this.#handedOn.get(name) ?? []), to])
  }

  isGiven(name: string, seen = new Set<string>()): boolean {
    if (this.#given.has(name) || SETTINGS.test(name)) return true
    if (seen.has(name)) return false
    seen.add(name)
    return (this.#handedOn.get(name) ?? []).some((to) => this.isGiven(to, seen))
  }
}

/**
 * Keys of objects, types and classes that code in JavaScript or TypeScript makes for itself. What is given to a function
 * that the code does not have, what it exports and what has a type of others is not its own: there a key is an option.
 *
 * @param declared names that the code declares
 * @param modules what names come from: where the documentation does not have that, nor has it the keys
 * @returns each with the type that has it, if the documentation may have that as well
 */
export function ownKeys(
  code: string,
  declared: ReadonlySet<string>,
  modules: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string | undefined> {
  if (!code.includes('{') || !code.includes(':')) return new Map()
  const functions = new Set(
    [...code.matchAll(OWN_FUNCTION)].map((match) => match.slice(1).find((name) => name !== undefined) ?? ''),
  )
  const uses = new Uses()
  const keys: OwnKey[] = []
  const frames = new ScriptFrames({
    declared,
    functions,
    modules,
    foreign: (name) => uses.add(name, undefined),
  })
  eachScriptToken(code, (token, next) => {
    const { top, value } = frames
    if (isKey(token, next, top)) {
      const { kind, variable, type } = top.owner
      if (kind === 'own') keys.push({ name: token.text.replace(/["']/g, ''), variable, type })
    } else if (token.isName && token.before !== '.' && next !== '.' && next !== ':') {
      if (value.kind === 'product' || frames.isTypeArgument) uses.add(token.text, undefined)
      else if (value.variable !== undefined && !frames.isDeclaring) uses.add(token.text, value.variable)
    }
    frames.read(token, next)
  })
  const own = new Map<string, string | undefined>()
  for (const { name, variable, type } of keys)
    if (variable === undefined || !uses.isGiven(variable)) own.set(name, own.has(name) ? own.get(name) : type)
  return own
}

function isKey({ isName, text, before }: ScriptToken, next: string, { kind }: Frame): boolean {
  if (kind !== 'members' || (next !== ':' && next !== '?')) return false
  return (
    (isName || /^["']/.test(text)) && /^(?:[{,;}]|readonly|public|private|protected|static|)$/.test(before)
  )
}
