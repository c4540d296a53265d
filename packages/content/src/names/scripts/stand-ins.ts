import type { ImportedName } from './imported-names.ts'
import { eachScriptToken } from './script-tokens.ts'

/** A name that code uses where it should use one that it imports. */
export interface StandIn {
  /** UTF-16 units of the code. */
  at: number
  /** Of the import. */
  module: string
}

const WORD = /[A-Z]?[a-z]{3,}|[A-Z]{3,}(?![a-z])/g
const MOST_IMPORTS = 60

/**
 * Names that nothing declares and that share a word with an import which the code never uses, such as `JSONReply` where
 * it imports `JSONResponse`: they stand for a name of that module.
 *
 * @param isKnown for what the code declares, imports, or has from its language
 */
export function standIns(
  code: string,
  imported: readonly ImportedName[],
  isPython: boolean,
  isKnown: (name: string) => boolean,
): StandIn[] {
  const imports = imported.filter(({ isModule, isStandard }) => !isModule && !isStandard)
  if (imports.length === 0 || imports.length > MOST_IMPORTS) return []
  const used = new Map<string, { count: number; at: number }>()
  eachScriptToken(code, isPython, ({ text, at, before, isName }, next) => {
    if (!isName || before === '.' || before === '?.') return
    const found = used.get(text)
    if (found !== undefined) found.count++
    // A key, and a parameter that a call names, are no uses.
    else if (next !== ':' && next !== '=') used.set(text, { count: 1, at })
  })
  const unused = imports.filter(({ name }) => (used.get(name)?.count ?? 0) <= 1)
  return unused.flatMap(({ name, module }) => {
    const words = wordsOf(name)
    return [...used].flatMap(([other, { at }]) =>
      other !== name && !isKnown(other) && wordsOf(other).some((word) => words.includes(word))
        ? [{ at, module }]
        : [],
    )
  })
}

function wordsOf(name: string): string[] {
  return Array.from(name.matchAll(WORD), ([word]) => word.toLowerCase())
}
