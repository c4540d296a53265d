import { languageRules } from './allowed/language-rules.ts'
import { importedNames } from './imported-names.ts'
import type { Region } from './region.ts'

const PATTERNS: readonly RegExp[] = [
  // const x, def x, class X, type X, fn x …
  /\b(?:const|let|var|val|function|function\*|class|interface|type|enum|struct|trait|def|fn|func|fun|module|namespace|record|for|as)\s{1,4}(?:await\s|mut\s)?([A-Za-z_$][\w$]*)/g,
  // func (s *Server) Name(
  /\bfunc\s{1,4}\([^)\n]{0,80}\)\s{0,4}(\w+)/g,
  // x = …, x := …, at the beginning of a line
  /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)(?:\s{0,3}:\s{0,3}[\w[\], |.]{1,60})?[ \t]{0,3}:?=(?![=>])/gm,
  // import x from, import x, { y } from
  /\bimport[ \t]{1,4}(?:type[ \t]{1,4})?([A-Za-z_$][\w$]*)[ \t]{0,4}(?:,\s{0,4}[{*]|from\b)/g,
  // x => …
  /(?<![\w$])([A-Za-z_$][\w$]{0,80})\s{0,3}=>/g,
]
/** Files and folders that a shell makes, enters or writes. */
const MADE_BY_SHELL =
  /(?:\b(?:touch|mkdir(?:\s{1,4}-p)?|cd|tee(?:\s{1,4}-a)?|vim?|nano|code|python3?|node)\s{1,4}|>{1,2}[ \t]{0,4}|\s-o\s{1,4})["']?([\w./~-]{1,80})/g
/** Lists of names: parameters, destructuring. */
const LISTS: readonly RegExp[] = [
  /\b(?:const|let|var)\s{0,4}[{[]([^}\]=]{1,300})[}\]]\s{0,4}=/g,
  /\(([^()]{1,300})\)\s{0,3}(?::\s{0,3}[\w<>[\]| .]{1,60})?=>/g,
  /\b(?:function|def|fn|func)\s{1,4}[\w$.]{0,80}\s{0,3}\(([^()]{1,400})\)/g,
  /\bfor\s{1,4}\(?(?:const\s|let\s|var\s)?([\w$, ]{1,80})\s(?:in|of)\s/g,
]
const NAME = /^\s*(?:\.{3}|\*{1,2}|&|mut\s)?\s*(?:\w+\s*:\s*(?=[A-Za-z_$][\w$]*\s*$))?([A-Za-z_$][\w$]*)/
/** `name: Type`: a field of a class, or a variable without a value. */
const ANNOTATED = /^[ \t]*([A-Za-z_]\w*): ?["'A-Za-z_][^\n]*$/gm
const PYTHON = /^(?:py|python3?|pycon|ipython|pyi)$/
/** Settings are no variables of one's own: their names are the product's. */
const DATA = /^(?:json5?|jsonc|ya?ml|toml|ini|properties|dotenv|env|conf|cfg)$/
const SHELL = /^(?:sh|bash|zsh|shell|console|terminal|)$/

/** Names that fenced code gives itself: variables, functions, parameters, and what it imports from its language. */
export function declaredNames(text: string, regions: readonly Region[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { kind, language, start, end } of regions) {
    if (kind !== 'fence' || DATA.test(language)) continue
    const code = text.slice(start, end)
    if (SHELL.test(language)) {
      for (const [, name] of code.matchAll(MADE_BY_SHELL)) if (name) names.add(name)
      continue
    }
    for (const pattern of PATTERNS) for (const [, name] of code.matchAll(pattern)) if (name) names.add(name)
    if (PYTHON.test(language)) for (const [, name] of code.matchAll(ANNOTATED)) if (name) names.add(name)
    for (const { name, isStandard } of importedNames(code, languageRules(language)))
      if (isStandard) names.add(name)
    for (const pattern of LISTS) {
      for (const [, list = ''] of code.matchAll(pattern)) {
        for (const part of list.split(',')) {
          const name = NAME.exec(part)?.[1]
          if (name !== undefined) names.add(name)
        }
      }
    }
  }
  return names
}
