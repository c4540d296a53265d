import type { LanguageRules } from '../allowed/language-rules.ts'

/** A text that each has in it, and the names that are imported with their module. */
const LISTS: readonly (readonly [word: string, pattern: RegExp])[] = [
  [
    'import',
    /\bimport\s{1,4}(?:type\s{1,4})?(?:[\w$]{1,60}\s{0,2},\s{0,2})?\{(?<names>[^{}]{1,600})\}\s{0,4}from\b\s{0,4}["']?(?<module>[\w.@/:-]{0,100})/dg,
  ],
  ['import', /\bfrom[ \t]{1,4}(?<module>[\w.]{1,100})[ \t]{1,4}import[ \t]{1,4}(?<names>[\w \t,]{1,600})/dg],
  ['import', /\bfrom[ \t]{1,4}(?<module>[\w.]{1,100})[ \t]{1,4}import[ \t]{0,4}\((?<names>[\w\s,]{1,600})/dg],
  ['::{', /\buse\s{1,4}(?<module>[\w:]{1,100})::\{(?<names>[^{}]{1,400})\}/dg],
  [
    'const',
    /\bconst\s{0,4}\{(?<names>[^{}=]{1,300})\}\s{0,4}=\s{0,4}(?:await\s{1,4}import|require)\(["']?(?<module>[\w.@/:-]{0,100})/dg,
  ],
]
/** `./auth`, `@/lib/auth`. */
const OWN_FILE = /^(?:\.{1,2}\/|[@~]\/)/
/** What code imports as a whole. */
const WHOLE =
  /\bimport\s{1,4}(?:\*\s{1,4}as\s{1,4})?([A-Za-z_$][\w$]{0,60})(?:\s{0,2},[^'"]{0,300})?\s{1,4}from\s{0,4}["']([\w@][\w.@/-]{0,100})/g
/** The same in Python: `import anyio.to_thread`, `import numpy as np`. */
const WHOLE_IN_PYTHON = /^[ \t]*import[ \t]{1,4}([\w.]{1,100})(?:[ \t]{1,4}as[ \t]{1,4}(\w{1,60}))?[ \t]*$/gm
/** Variables that a function or a class makes: `const pool = new Pool(…)`. */
const MADE =
  /(?:\b(?:const|let|var)\s{1,4}|^[ \t]*)([A-Za-z_$][\w$]{0,60})\s{0,4}=\s{0,4}(?:await\s{1,4})?(?:new\s{1,4})?([A-Za-z_$][\w$]{0,60})(?:\.[\w$]{1,60})?[(<]/gm
/** And what Python opens: `with TestClient(app) as client`. */
const OPENED =
  /\bwith[ \t]{1,4}([A-Za-z_]\w{0,60})(?:\.\w{1,60})?\([^\n]{0,200}\)[ \t]{1,4}as[ \t]{1,4}(\w{1,60})/g
const ANY = /\b(?:import|use|require)\b/
const NAME = /(?:^|[,(]|\btype\s)\s*([A-Za-z_$][\w$]*)/g

export interface ImportedName {
  name: string
  /** UTF-16 units of the code. */
  at: number
  /** It is the name of the module itself. */
  isModule: boolean
  /** The first word of the module's name, such as `docent` of `@docent/core`. */
  module: string
  /** Of a module that the language has by itself, or of the reader's own files. */
  isStandard: boolean
}

/** What code imports by name. */
export function importedNames(code: string, { modules }: LanguageRules): ImportedName[] {
  if (!ANY.test(code)) return []
  return LISTS.filter(([word]) => code.includes(word)).flatMap(([, pattern]) =>
    [...code.matchAll(pattern)].flatMap(({ groups: { names = '', module = '' } = {}, indices }) => {
      const from = indices?.groups?.names?.[0] ?? 0
      const of = { module: moduleWord(module), isStandard: isNoPackage(module, modules) }
      return [
        { name: module, at: indices?.groups?.module?.[0] ?? 0, isModule: true, ...of },
        ...[...names.matchAll(NAME)].map(({ 0: { length }, 1: name = '', index }) => {
          return { name, at: from + index + length - name.length, isModule: false, ...of }
        }),
      ]
    }),
  )
}

/** A module that the language has by itself, or a file of the reader. */
function isNoPackage(module: string, standard: ReadonlySet<string>): boolean {
  const [whole = module] = module.replace(/^node:/, '').split(/[./:]/)
  return standard.has(whole) || OWN_FILE.test(module)
}

function moduleWord(module: string): string {
  return module.replace(/^@/, '').split(/[/.:-]/)[0] ?? module
}

/** The modules that names of a script come from: imported ones, and variables that those have made. */
export function modulesOf(
  code: string,
  imported: readonly ImportedName[],
  standard: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const modules = new Map<string, string>()
  const add = (name: string, module: string) => {
    if (!isNoPackage(module, standard)) modules.set(name, moduleWord(module))
  }
  for (const { name, module, isStandard, isModule } of imported)
    if (!isStandard && !isModule) modules.set(name, module)
  for (const [, name = '', module = ''] of code.matchAll(WHOLE)) add(name, module)
  for (const [, module = '', name = moduleWord(module)] of code.matchAll(WHOLE_IN_PYTHON)) add(name, module)
  for (const [name, maker] of makersIn(code)) {
    const module = modules.get(maker)
    if (module !== undefined) modules.set(name, module)
  }
  return modules
}

/** Variables with the function or class that has made each. */
export function makersIn(code: string): (readonly [name: string, maker: string])[] {
  const made = [...code.matchAll(MADE)].map(([, name = '', maker = '']) => [name, maker] as const)
  const opened = [...code.matchAll(OPENED)].map(([, maker = '', name = '']) => [name, maker] as const)
  return [...made, ...opened]
}
