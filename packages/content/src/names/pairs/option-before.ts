import type { ChunkPlace } from '../kind-rule.ts'
import { plainName } from '../name-keys.ts'

export interface OptionBefore {
  text: string
  keys: readonly string[]
}

const LOOKED_BACK = 160
/** In code: `name: `, `name = `, `--name=`, `--name ` directly before the value. */
const ASSIGNED =
  /(--?[A-Za-z][\w.-]*|[A-Za-z_$][\w.$-]*)(?:["'`]?\s{0,3}[:=]\s{0,3}|(?<=--?[A-Za-z][\w.-]{0,60})[ \t])["'`]?$/
const SPAN = /`([^`\n]{2,80})`/g
const OPTION = /^(?:--?)?[A-Za-z_$@][\w.$:-]*$/

/** The option whose value stands at `start`: in code the left side, in prose the last code span of its sentence. */
export function optionBefore(place: ChunkPlace, start: number): OptionBefore | undefined {
  const { text, region } = place
  if (region.kind === 'fence' || (region.kind === 'span' && region.start < start)) {
    const name = ASSIGNED.exec(lineBefore(text, start))?.[1]
    if (name === undefined || place.declared.has(name)) return undefined
    return { text: name, keys: keysOf(name) }
  }
  const at = region.kind === 'span' ? region.start - 1 : start
  const sentence = sentenceBefore(text, at)
  let last: string | undefined
  for (const [, code = ''] of sentence.matchAll(SPAN)) {
    const [name = ''] = code.trim().split(/[\s=(]/)
    if (OPTION.test(name) && !/^\d/.test(name)) last = name
  }
  return last === undefined ? undefined : { text: last, keys: keysOf(last) }
}

function keysOf(name: string): string[] {
  const plain = plainName(name)
  const member = plain.split('.').at(-1) ?? plain
  return member === plain || member === '' ? [plain] : [plain, member]
}

function sentenceBefore(text: string, at: number): string {
  const line = lineBefore(text, at)
  const end = Math.max(
    line.lastIndexOf('. '),
    line.lastIndexOf('! '),
    line.lastIndexOf('? '),
    line.lastIndexOf('。'),
  )
  return end === -1 ? line : line.slice(end + 1)
}

function lineBefore(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - LOOKED_BACK), at)
  return near.slice(near.lastIndexOf('\n') + 1)
}
