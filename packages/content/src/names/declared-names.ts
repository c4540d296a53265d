import { languageRules } from './allowed/language-rules.ts'
import { importedNames, makersIn, modulesOf } from './scripts/imported-names.ts'
import { type ScriptOption, scriptOptions } from './scripts/script-options.ts'
import { standIns } from './scripts/stand-ins.ts'
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
  // self.x = …, this.x = …
  ['.', /(?:\b(?:self|this)|\$env)\.([A-Za-z_$][\w$]*)\s{0,3}=(?!=)/g],
  // import x from, import x, { y } from
  ['import', /\bimport[ \t]+(?:type[ \t]+)?([A-Za-z_$][\w$]*)[ \t]*(?:,\s*[{*]|from\b)/g],
  // x => …
  ['=>', /(?<![\w$])([A-Za-z_$][\w$]{0,80})\s{0,3}=>/g],
  // x -> …, (x) -> …
  ['->', /(?<![\w$])([a-z_]\w{0,80})\)?\s{0,3}->/g],
  // option('--x'), --x: type
  [
    '--',
    /(?:\b(?:option|argument|add_argument|flag|Option|Argument|Flag)\w{0,12}\(\s{0,8}["'](?:-\w,? ?["']?,? ?["']?)?|^[ \t]{1,8}(?=--[\w-]{1,40}(?: \(-\w\))?: ?[a-z]))(--[\w-]{2,40})/gm,
  ],
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
/** A property of a style sheet. */
const STYLE = /\bvar\(\s{0,4}(--[\w-]{1,80})/g
/** What statements make: https://www.postgresql.org/docs/current/sql-commands.html. */
const MADE_BY_SQL =
  /\b(?:CREATE(?: OR REPLACE| UNIQUE| TEMP(?:ORARY)?| MATERIALIZED| LIVE)*(?: TABLE| VIEW| INDEX| SCHEMA| DATABASE| TRIGGER| FUNCTION| TYPE| ROLE| USER)(?: IF NOT EXISTS)?|INSERT INTO|ADD COLUMN|AS|WITH) ["'`]?([a-z_]\w*)/gi
const COLUMN = /(?:^|[(,])[ \t]*["`]?([a-z_]\w*)["`]?[ \t]+[A-Z]{3,}\b/gm
const SQL = /^(?:sql|postgres(?:ql)?|mysql|sqlite|plsql|cypher)$/
const NAME = /^\s*(?:(?:\.{3}|\*{1,2}|&|mut\s)\s*)?(?:\w+\s*:\s*(?=[A-Za-z_$][\w$]*\s*$))?([A-Za-z_$][\w$]*)/
/** `name: Type`: a field of a class, or a variable without a value. */
const ANNOTATED = /^[ \t]*([A-Za-z_]\w*): ?["'A-Za-z_][^\n]*$/gm
const PYTHON = /^(?:py|python3?|pycon|ipython|pyi)$/
/** Settings are no variables of one's own: their names are the product's. */
const DATA = /^(?:json5?|jsonc|ya?ml|toml|ini|properties|dotenv|env|conf|cfg)$/
const CLASS = /^[A-Z][a-z0-9]+[A-Z]/
const SHELL = /^(?:sh|bash|zsh|shell|console|terminal|)$/

export interface DeclaredNames {
  /** Names that fenced code gives itself: variables, functions, parameters, keys of its data, and what it imports from its language. */
  readonly names: Set<string>
  /** Where names stand that code imports, or uses in place of an import, and names of modules, UTF-16 units, with the first word of their module. */
  readonly imported: ReadonlyMap<number, { module: string; isModule: boolean }>
  /** The same of names and of variables that they made. */
  readonly modules: ReadonlyMap<string, string>
  /** Classes that made variables, where the code doesn't say what module they come from. */
  readonly makers: ReadonlyMap<string, string>
  /** Keys and parameters that scripts give to functions, by their place. */
  readonly options: ReadonlyMap<number, ScriptOption>
  /** What chains of calls begin with, by the dots before their members. */
  readonly roots: ReadonlyMap<number, string>
}

/** What the fenced code of a text declares, and whose the names are that it uses. */
export function declaredNames(text: string, regions: readonly Region[]): DeclaredNames {
  const names = new Set<string>()
  const imported = new Map<number, { module: string; isModule: boolean }>()
  const modules = new Map<string, string>()
  const makers = new Map<string, string>()
  const options = new Map<number, ScriptOption>()
  const roots = new Map<number, string>()
  addFirst(text, STYLE, names)
  for (const { kind, language, start, end } of regions) {
    if (kind !== 'fence') continue
    const code = text.slice(start, end)
    const isScript = !DATA.test(language) && !SHELL.test(language)
    const rules = languageRules(language)
    const found = importedNames(code, rules)
    for (const { name, at, module, isStandard, isModule } of found) {
      if (!isStandard) imported.set(start + at, { module, isModule })
      else if (isScript && !isModule) names.add(name)
    }
    const isPython = PYTHON.test(language)
    if (isPython && found.length > 0) addUnimported(code, found, names)
    const read =
      rules.family === 'script' || isPython ? scriptOptions(code, isPython) : { options: [], results: [] }
    if (SQL.test(language)) for (const made of [MADE_BY_SQL, COLUMN]) addFirst(code, made, names)
    if (isScript) addDeclared(code, language, names, new Set(read.options.map(({ at }) => at)))
    else if (SHELL.test(language)) addFirst(code, MADE_BY_SHELL, names)
    if (rules.family !== 'script' && !isPython) continue
    for (const [name, module] of modulesOf(code, found, rules.modules)) modules.set(name, module)
    for (const [name, maker] of makersIn(code)) if (CLASS.test(maker)) makers.set(name, maker)
    for (const option of read.options) options.set(start + option.at, option)
    for (const { at, root } of read.results) roots.set(start + at, root)
    const isKnown = (name: string) =>
      names.has(name) || modules.has(name) || rules.words.has(name) || rules.globals.has(name)
    for (const { at, module } of standIns(code, found, isPython, isKnown))
      imported.set(start + at, { module, isModule: false })
  }
  const given = new Set(
    [...options.values()].flatMap(({ name, callee }) => (callee === undefined ? [] : [name])),
  )
  for (const { name, callee } of options.values())
    if (callee === undefined && !given.has(name)) names.add(name)
  for (const [name, maker] of makers) if (names.has(maker) || modules.has(maker)) makers.delete(name)
  return { names, imported, modules, makers, options, roots }
}

const HEAD = /(?<![\w.])([A-Z]\w*)\.[a-z_]/g

/** Where code imports what it takes from others, all other classes are its reader's. */
function addUnimported(code: string, imports: readonly { name: string }[], names: Set<string>): void {
  const imported = new Set(imports.map(({ name }) => name))
  for (const [, head = ''] of code.matchAll(HEAD)) if (!imported.has(head)) names.add(head)
}

/** @param given where parameters stand that a call names: on a line of its own one looks like a variable */
function addDeclared(code: string, language: string, names: Set<string>, given: ReadonlySet<number>): void {
  for (const [sign, pattern] of PATTERNS) if (code.includes(sign)) addFirst(code, pattern, names, given)
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

function addFirst(code: string, pattern: RegExp, names: Set<string>, given?: ReadonlySet<number>): void {
  for (const { 0: whole, 1: name, index } of code.matchAll(pattern))
    if (name && !given?.has(index + whole.indexOf(name))) names.add(name)
}
