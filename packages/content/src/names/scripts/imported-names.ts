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
const ANY = /\b(?:import|use|require)\b/
const NAME = /(?:^|[,(]|\btype\s)\s*([A-Za-z_$][\w$]*)/g

export interface ImportedName {
  name: string
  /** UTF-16 units of the code. */
  at: number
  /** Of a module that the language has by itself. */
  isStandard: boolean
}

/** What code imports by name. */
export function importedNames(code: string, { modules }: LanguageRules): ImportedName[] {
  if (!ANY.test(code)) return []
  return LISTS.filter(([word]) => code.includes(word)).flatMap(([, pattern]) =>
    [...code.matchAll(pattern)].flatMap(({ groups: { names = '', module = '' } = {}, indices }) => {
      const [whole = module] = module.replace(/^node:/, '').split(/[./:]/)
      const isStandard = modules.has(whole)
      const from = indices?.groups?.names?.[0] ?? 0
      return [...names.matchAll(NAME)].map(({ 0: { length }, 1: name = '', index }) => {
        return { name, at: from + index + length - name.length, isStandard }
      })
    }),
  )
}
