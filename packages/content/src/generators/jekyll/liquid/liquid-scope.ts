import { isObject } from '../../../basics/records.ts'
import { applyFilter, sizeOfValue } from './liquid-filters.ts'

/** What a template knows by name. */
export type LiquidScope = Record<string, unknown>

/** How much the filters of one text may still look at. */
export interface LiquidWork {
  left: number
}

const PART = /"[^"]*"|'[^']*'|(?:[^\s"'|:,[]|\[[^[\]|]{0,200}\])+|[|:,]/g
const LITERALS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  nil: undefined,
  null: undefined,
  empty: '',
  blank: '',
}
/** No list that a template counts out is longer. */
const LONGEST_RANGE = 1_000

/** The value of an expression with filters; undefined for what only a build knows. */
export function liquidValue(expression: string, scope: LiquidScope, work: LiquidWork): unknown {
  const [first = [], ...filters] = pipes(expression)
  let value = first[0] === undefined ? undefined : termValue(first[0], scope)
  for (const [name, ...rest] of filters) {
    if (name === undefined) continue
    work.left -= 1 + sizeOfValue(value)
    if (work.left < 0) return undefined
    const given = rest.filter((term) => term !== ':' && term !== ',').map((term) => termValue(term, scope))
    value = applyFilter(name, value, given)
  }
  return value
}

export function isTruthy(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}

/** `a == b and c contains "d"`: read from the right, as Liquid does. */
export function holds(condition: string, scope: LiquidScope): boolean {
  const terms = [...condition.matchAll(/"[^"]*"|'[^']*'|[=!<>]=?|(?:[^\s=!<>"'[]|\[[^[\]]{0,200}\])+/g)].map(
    ([term]) => term,
  )
  let result: boolean | undefined
  let end = terms.length
  for (let at = terms.length - 1; at >= -1; at--) {
    const joint = at < 0 ? undefined : terms[at]
    if (at >= 0 && joint !== 'and' && joint !== 'or') continue
    const [left = '', operator, right = ''] = terms.slice(at + 1, end)
    const mine = compares(termValue(left, scope), operator, termValue(right, scope))
    const behind = terms[end]
    result = result === undefined ? mine : behind === 'and' ? mine && result : mine || result
    end = at
  }
  return result ?? false
}

/** Tells whether a value of `case` is one of `when`. */
export function isOneOf(value: unknown, written: string, scope: LiquidScope): boolean {
  const terms = [...written.matchAll(/"[^"]*"|'[^']*'|[^\s,"']+/g)].map(([term]) => term)
  return terms.some((term) => term !== 'or' && compares(value, '==', termValue(term, scope)))
}

function compares(left: unknown, operator: string | undefined, right: unknown): boolean {
  const [one, other] = [left ?? undefined, right ?? undefined]
  const isComparable = typeof one === typeof other && (typeof one === 'number' || typeof one === 'string')
  switch (operator) {
    case undefined:
      return isTruthy(one)
    case '==':
      return isSame(one, other)
    case '!=':
    case '<>':
      return !isSame(one, other)
    case 'contains':
      if (Array.isArray(one)) return one.includes(other)
      return typeof one === 'string' && other !== undefined && one.includes(String(other))
    case '<':
      return isComparable && (one as number) < (other as number)
    case '>':
      return isComparable && (one as number) > (other as number)
    case '<=':
      return isComparable && (one as number) <= (other as number)
    case '>=':
      return isComparable && (one as number) >= (other as number)
    default:
      return false
  }
}

/** `empty` is an empty text and an empty list alike. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && one.length === 0) return other === ''
  return one === other
}

function pipes(expression: string): string[][] {
  const parts: string[][] = [[]]
  for (const [term] of expression.matchAll(PART)) {
    if (term === '|') parts.push([])
    else parts.at(-1)?.push(term)
  }
  return parts
}

/** A text, a number, or a name with members. */
export function termValue(term: string, scope: LiquidScope): unknown {
  const [, single, double] = /^(?:'([^']*)'|"([^"]*)")$/.exec(term) ?? []
  if (single !== undefined || double !== undefined) return single ?? double
  if (/^-?\d+(?:\.\d+)?$/.test(term)) return Number(term)
  if (Object.hasOwn(LITERALS, term)) return LITERALS[term]
  const [, from, to] = /^\(([^()]{1,100}?)\.\.([^()]{1,100})\)$/.exec(term) ?? []
  if (from !== undefined && to !== undefined) return range(termValue(from, scope), termValue(to, scope))
  let value: unknown = scope
  for (const [, index, name = ''] of term.matchAll(/\[([^[\]]*)\]|([^.[\]]+)/g)) {
    const key = index === undefined ? name : termValue(index, scope)
    value = memberOf(value, key)
    if (value === undefined) return undefined
  }
  return value
}

function memberOf(value: unknown, key: unknown): unknown {
  if (Array.isArray(value)) {
    if (typeof key === 'number') return value.at(key)
    return key === 'size'
      ? value.length
      : key === 'first'
        ? value[0]
        : key === 'last'
          ? value.at(-1)
          : undefined
  }
  if (typeof value === 'string') return key === 'size' ? value.length : undefined
  if (!isObject(value) || (typeof key !== 'string' && typeof key !== 'number')) return undefined
  if (Object.hasOwn(value, key)) return value[key]
  return key === 'size' ? Object.keys(value).length : undefined
}

function range(from: unknown, to: unknown): number[] {
  if (typeof from !== 'number' || typeof to !== 'number') return []
  const length = Math.min(LONGEST_RANGE, Math.max(0, to - from + 1))
  return Array.from({ length }, (_, at) => from + at)
}
