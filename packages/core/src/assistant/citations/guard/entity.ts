import { type GuardStep, verbatim } from './guard-step.ts'

/** Entities that stand for a character of addresses (HTML, named character references). */
const NAMES = new Set(['period', 'colon', 'sol', 'commat', 'lowbar', 'UnderBar', 'plus', 'fjlig'])

/** An entity passes, but for one that would spell an address in the finished page. */
export function guardEntity(input: string, final: boolean): GuardStep | undefined {
  const entity = /^&(?:#\d{1,10}|#x[\da-f]{1,8}|[a-z][a-z\d]{1,31});/i.exec(input)?.[0]
  if (entity === undefined) {
    const mayGrow = /^&(?:#?|#\d{1,10}|#x[\da-f]{0,8}|[a-z][a-z\d]{0,31})$/i.test(input)
    return mayGrow && !final ? undefined : verbatim(input, 1)
  }
  return spells(entity.slice(1, -1)) ? { length: 1, text: '\\&' } : verbatim(input, entity.length)
}

function spells(name: string): boolean {
  if (!name.startsWith('#')) return NAMES.has(name)
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code < 32 || /[\w.:/@+-]/.test(String.fromCharCode(code))
}
