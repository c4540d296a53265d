import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import type { Texts } from './text-names.ts'
import { zh } from './zh.ts'

export type { Texts } from './text-names.ts'

const BUILT_IN: Readonly<Record<string, Texts>> = { en, de, fr, es, zh, ja }

/** The texts of a language (BCP 47, such as `de-AT`), English where there are none, with single ones replaced. */
export function textsFor(lang: string, replaced: Partial<Texts>): Texts {
  const known = BUILT_IN[lang.toLowerCase().split('-')[0] ?? ''] ?? en
  const own = Object.entries(replaced).filter(([name, text]) => name in en && typeof text === 'string')
  return { ...known, ...Object.fromEntries(own) }
}

/** Fills the `{name}`s of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
