import type { NameKind } from '@docent/content'
import type { UnconfirmedName } from '../../domain/unconfirmed-name.ts'

/** What people call a name of each kind. */
const NOUNS: Readonly<Record<NameKind, string>> = {
  flag: 'flag',
  env: 'environment variable',
  path: 'name',
  call: 'function',
  key: 'option or name',
  route: 'endpoint',
  url: 'address',
  file: 'file',
  package: 'package',
  version: 'version',
  number: 'value',
  'error-code': 'error code',
  label: 'label',
  command: 'command',
  value: 'default',
}
/** Names of a message that is one line. */
const MOST_IN_LINE = 8

/** `flag, guide.md:3, nearest: --max-tokens`. */
export function describeName(name: UnconfirmedName, quote: (text: string) => string): string {
  const { kind, file, line, nearest, with: option } = name
  const parts = [NOUNS[kind] + (option === undefined ? '' : ` of ${quote(option)}`), quote(`${file}:${line}`)]
  if (nearest !== undefined) parts.push(`the nearest that exists is ${quote(nearest)}`)
  return parts.join(', ')
}

/** All of them in one line; '' without any. */
export function namesLine(names: readonly UnconfirmedName[]): string {
  if (names.length === 0) return ''
  const shown = names
    .slice(0, MOST_IN_LINE)
    .map(({ text, file, line }) => `${text} (${file}:${line})`.replace(/\p{Cc}|[\u2028\u2029]/gu, '\ufffd'))
  if (names.length > MOST_IN_LINE) shown.push(`${names.length - MOST_IN_LINE} more`)
  return `Not confirmed: ${shown.join(', ')}. ${names.length === 1 ? 'It occurs' : 'They occur'} neither in the repository nor in what was asked.`
}
