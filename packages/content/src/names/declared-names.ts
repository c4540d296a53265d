import { languageRules } from './allowed/language-rules.ts'
import { importedNames, modulesOf } from './scripts/imported-names.ts'
import { ownKeys } from './scripts/own-keys.ts'
import type { Region } from './text/region.ts'

/** A text that each has in it, and the pattern. */
const PATTERNS: readonly (readonly [sign: string, pattern: RegExp])[] = [
  // const x, def x, class X, type X, fn x …
  [
    ' ',
    /\b(?:const|let|var|val|function|function\*|class|interface|type|enum|struct|trait|def|fn|func|fun|module|namespace|record|for|as)\s{1,4}(?:await\s|mut\s)?([A-Za-z_$][\w$]*)/g,
  ],
  // func (s *Server) Name(
  ['func', /\bfunc\s{1,4}\([^)\n]{0,80}\)\s{0,4}(\w+)/g],
  // x = …, x := …, at the beginning of a line
  ['=', /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)(?:\s{0,3}:\s{0,3}[\w[\], |.]{1,60})?[ \t]{0,3}:?=(?![=>])/gm],
  // import x from, import x, { y } from
  ['import', /\bimport[ \t]+(?:type[ \t]+)?([A-Za-z_$][\w$]*)[ \t]*(?:,\s*[{*]|from\b)/g],
  // x => …
  ['=>', /(?<![\w$])([A-Za-z_$][\w$]{0,80})\s{0,3}=>/g],
]
/** Files and folders that a shell makes, enters or writes. */
const MADE_BY_SHELL =
  /(?:\b(?:touch|mkdir(?:\s{1,4}-p)?|cd|tee(?:\s{1,4}-a)?|vim?|nano|code|python3?|node)\s{1,4}|>{1,2}[ \t]{0,4}|\s-o\s{1,4})["']?([\w./~-]{1,80})/g
/** Lists of names: parameters, destructuring. */
const LISTS: readonly (readonly [sign: string, pattern: RegExp])[] = [
  ['=', /\b(?:const|let|var)\s{0,4}[{[]([^}\]=]{1,300})[}\]]\s{0,4}=/g],
  ['=>', /\(([^()]{1,300})\)\s{0,3}(?::\s{0,3}[\w<>[\]| .]{1,60})?=>/g],
  ['(', /\b(?:function|def|fn|func)\s{1,4}[\w$.]{0,80}\s{0,3}\(([^()]{1,400})\)/g],
  ['for', /\bfor\s{1,4}\(?(?:const\s|let\s|var\s)?([\w$, ]{1,80})\s(?:in|of)\s/g],
]
const NAME = /^\s*(?:(?:\.{3}|\*{1,2}|&|mut\s)\s*)?(?:\w+\s*:\s*(?=[A-Za-z_$][\w$]*\s*$))?([A-Za-z_$][\w$]*)/
/** `name: Type`: a field of a class, or a variable without a value. */
const ANNOTATED = /^[ \t]*([A-Za-z_]\w*): ?["'A-Za-z_][^\n]*$/gm
const PYTHON = /^(?:py|python3?|pycon|ipython|pyi)$/
/** Settings are no variables of one's own: their names are the product's. */
const DATA = /^(?:json5?|jsonc|ya?ml|toml|ini|properties|dotenv|env|conf|cfg)$/
const SHELL = /^(?:sh|bash|zsh|shell|console|terminal|)$/

export interface DeclaredNames {
  /** Names that fenced code gives itself: variables, functions, parameters, and what it imports from its language. */
  readonly names: Set<string>
  /** Where names stand that code imports, UTF-16 units, with the first word of their module: where that is the product's, it must have them. */
  readonly imported: ReadonlyMap<number, string>
  /** The same of names and of variables that they made. */
  readonly modules: ReadonlyMap<string, string>
  /** Fields of types that the code makes, with the type, and keys of options, with the module: the documentation may have it as well. */
  readonly ofTypes: ReadonlyMap<string, string>
}

/**
 * What the fenced code of a text declares.
 *
 * @param options.withOthers keys that code gives to functions of a module may be of others: `ofTypes` has that module
 */
export function declaredNames(
  text: string,
  regions: readonly Region[],
  { withOthers = false } = {},
): DeclaredNames {
  const names = new Set<string>()
  const imported = new Map<number, string>()
  const modules = new Map<string, string>()
  for (const { kind, language, start, end } of regions) {
    if (kind !== 'fence') continue
    const code = text.slice(start, end)
    const isScript = !DATA.test(language) && !SHELL.test(language)
    const rules = languageRules(language)
    const found = importedNames(code, rules)
    for (const { name, at, module, isStandard } of found) {
      if (!isStandard) imported.set(start + at, module)
      else if (isScript) names.add(name)
    }
    if (rules.family === 'script')
      for (const [name, module] of modulesOf(code, found)) modules.set(name, module)
    if (isScript) addDeclared(code, language, names)
    else if (SHELL.test(language)) addFirst(code, MADE_BY_SHELL, names)
  }
  const scripts = regions.filter(
    ({ kind, language }) => kind === 'fence' && languageRules(language).family === 'script',
  )
  const code = scripts.map(({ start, end }) => text.slice(start, end)).join('\n;\n')
  const ofTypes = new Map<string, string>()
  for (const [name, type] of ownKeys(code, names, withOthers ? modules : undefined)) {
    if (type === undefined) names.add(name)
    else ofTypes.set(name, type)
  }
  return { names, imported, modules, ofTypes }
}

function addDeclared(code: string, language: string, names: Set<string>): void {
  for (const [sign, pattern] of PATTERNS) if (code.includes(sign)) addFirst(code, pattern, names)
  if (PYTHON.test(language)) addFirst(code, ANNOTATED, names)
  for (const [sign, pattern] of LISTS) {
    if (!code.includes(sign)) continue
    for (const [, list = ''] of code.matchAll(pattern)) {
      for (const part of list.split(/[,{}]/)) {
        const name = NAME.exec(part)?.[1]
        if (name !== undefined) names.add(name)
      }
    }
  }
}

function addFirst(code: string, pattern: RegExp, names: Set<string>): void {
  for (const [, name] of code.matchAll(pattern)) if (name) names.add(name)
}
