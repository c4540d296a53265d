import { type LocatedValue, within } from './located-value.ts'
import type { Texts } from './read-script.ts'

const QUOTED = /'([^'\\\n]{0,500})'|"([^"\\\n]{0,500})"|`([^`\\\n$]{0,500})`/g

/** Every text that a value holds, also what is written out in code: `[...shared, isOn && 'a']`. */
export function textsIn(value: LocatedValue | undefined, texts: Texts): string[] {
  return [...within(value)].flatMap((each): string[] => {
    if (each.kind === 'text') return [each.value]
    return each.kind === 'code' ? quotedIn((texts.get(each.file) ?? '').slice(each.start, each.end)) : []
  })
}

/** The texts between quotes in a piece of a script. */
export function quotedIn(script: string): string[] {
  return [...script.matchAll(QUOTED)].map(([, one, two, three]) => one ?? two ?? three ?? '')
}
