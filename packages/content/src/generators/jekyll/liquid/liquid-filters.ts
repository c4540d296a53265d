import { isObject } from '../../../basics/records.ts'

type Filter = (value: unknown, given: readonly unknown[]) => unknown

/** No text and no list grows longer by a filter. */
const LONGEST = 200_000
const MOST_ITEMS = 10_000
const DEEPEST = 10

/** A value as a template writes it. */
export function textOfValue(value: unknown): string {
  return joined(value, '')
}

function joined(value: unknown, by: string, depth = 0): string {
  if (value === undefined || value === null || isObject(value) || depth > DEEPEST) return ''
  if (!Array.isArray(value)) return String(value)
  let text = ''
  for (const [at, item] of value.entries()) {
    text += (at === 0 ? '' : by) + joined(item, '', depth + 1)
    if (text.length > LONGEST) return text.slice(0, LONGEST)
  }
  return text
}

/** How much a filter looks at. */
export function sizeOfValue(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 1
}

const text = (change: (text: string, ...given: string[]) => string): Filter => {
  return (value, given) => change(textOfValue(value), ...given.map(textOfValue)).slice(0, LONGEST)
}
const number = (change: (value: number, other: number) => number): Filter => {
  return (value, [other]) => {
    const result = change(Number(value ?? 0), Number(other ?? 0))
    return Number.isFinite(result) ? result : undefined
  }
}
const list = (change: (items: unknown[], ...given: unknown[]) => unknown): Filter => {
  return (value, given) => change(Array.isArray(value) ? value : value === undefined ? [] : [value], ...given)
}
const member = (item: unknown, key: unknown) =>
  isObject(item) && Object.hasOwn(item, String(key)) ? item[String(key)] : undefined
const same: Filter = (value) => value
const byText = (one: unknown, other: unknown) => {
  const [left, right] = [textOfValue(one), textOfValue(other)]
  return left < right ? -1 : left > right ? 1 : 0
}
const sorted = (items: unknown[], key: unknown, change = (value: unknown) => value) => {
  const value = (item: unknown) => change(key === undefined ? item : member(item, key))
  return items.slice(0, MOST_ITEMS).toSorted((one, other) => {
    const [left, right] = [value(one), value(other)]
    return typeof left === 'number' && typeof right === 'number' ? left - right : byText(left, right)
  })
}

/** https://jekyllrb.com/docs/liquid/filters, without those whose results only a build knows. */
const FILTERS: Readonly<Record<string, Filter>> = {
  ...Object.fromEntries(
    ['relative_url', 'absolute_url', 'escape', 'escape_once', 'xml_escape', 'markdownify', 'smartify'].map(
      (name) => [name, same],
    ),
  ),
  append: text((one, other = '') => one + other),
  prepend: text((one, other = '') => other + one),
  upcase: text((one) => one.toUpperCase()),
  downcase: text((one) => one.toLowerCase()),
  capitalize: text((one) => one.charAt(0).toUpperCase() + one.slice(1)),
  strip: text((one) => one.trim()),
  lstrip: text((one) => one.trimStart()),
  rstrip: text((one) => one.trimEnd()),
  strip_html: text((one) => one.replace(/<[^<>]*>/g, '')),
  strip_newlines: text((one) => one.replace(/\n/g, '')),
  newline_to_br: text((one) => one.replace(/\n/g, '<br />\n')),
  normalize_whitespace: text((one) => one.replace(/\s+/g, ' ')),
  replace: text((one, from = '', to = '') => (from === '' ? one : joined(one.split(from), to))),
  replace_first: text((one, from = '', to = '') => one.replace(from, () => to)),
  remove: text((one, part = '') => (part === '' ? one : one.replaceAll(part, ''))),
  remove_first: text((one, part = '') => one.replace(part, '')),
  slugify: text((one) =>
    one
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, ''),
  ),
  truncate: text((one, most = '50', end = '...') =>
    one.length <= Number(most) ? one : one.slice(0, Math.max(0, Number(most) - end.length)) + end,
  ),
  url_encode: text((one) => encodeURIComponent(one).replace(/%20/g, '+')),
  cgi_escape: text((one) => encodeURIComponent(one).replace(/%20/g, '+')),
  uri_escape: text((one) => encodeURI(one)),
  number_of_words: text((one) => String(one.split(/\s+/).filter(Boolean).length)),
  split: (value, [by]) => textOfValue(value).split(textOfValue(by), MOST_ITEMS).filter(Boolean),
  size: (value) => (Array.isArray(value) ? value.length : textOfValue(value).length),
  default: (value, [other]) =>
    value === undefined || value === null || value === false || value === '' ? other : value,
  plus: number((one, other) => one + other),
  minus: number((one, other) => one - other),
  times: number((one, other) => one * other),
  divided_by: number((one, other) => (Number.isInteger(other) ? Math.floor(one / other) : one / other)),
  modulo: number((one, other) => one % other),
  round: number((one, digits) => Number(one.toFixed(Math.min(20, Math.max(0, digits))))),
  floor: number((one) => Math.floor(one)),
  ceil: number((one) => Math.ceil(one)),
  abs: number((one) => Math.abs(one)),
  first: list((items) => items[0]),
  last: list((items) => items.at(-1)),
  join: list((items, by = ' ') => joined(items, textOfValue(by))),
  reverse: list((items) => items.toReversed()),
  compact: list((items) => items.filter((item) => item !== undefined && item !== null)),
  uniq: list((items) => [...new Set(items)]),
  concat: list((items, more) => [...items, ...(Array.isArray(more) ? more : [])].slice(0, MOST_ITEMS)),
  map: list((items, key) => items.map((item) => member(item, key))),
  where: list((items, key, wanted) =>
    items.filter((item) => {
      const value = member(item, key)
      return value === wanted || (wanted !== undefined && textOfValue(value) === textOfValue(wanted))
    }),
  ),
  group_by: list((items, key) => {
    const groups = Map.groupBy(items, (item) => textOfValue(member(item, key)))
    return [...groups].map(([name, group]) => ({ name, items: group, size: group.length }))
  }),
  sort: list((items, key) => sorted(items, key)),
  sort_natural: list((items, key) => sorted(items, key, (value) => textOfValue(value).toLowerCase())),
}

/** Undefined for a filter that is not known, and for what cannot be done. */
export function applyFilter(name: string, value: unknown, given: readonly unknown[]): unknown {
  if (!Object.hasOwn(FILTERS, name)) return undefined
  return FILTERS[name]?.(value, given)
}
