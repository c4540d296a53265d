import { normalizePagePath } from '../../paths/page-path.ts'

/** `1.guide`, but not the version `1.2`. */
const NUMBER = /^(\d{1,9})\./
const VERSION = /^\d+(?:\.\d+)*(?:\.x)?$/
const DROPPED = /[^\w\s$*+~.()'"!:@-]/gu
const WORDS: Readonly<Record<string, string>> = {
  $: 'dollar',
  '%': 'percent',
  '&': 'and',
  '<': 'less',
  '>': 'greater',
  '|': 'or',
}

/** What a part of a path stands for without the number that orders it; empty for the page of its folder. */
export function refined(part: string): string {
  if (VERSION.test(part)) return part
  return part
    .replace(NUMBER, '')
    .replace(/^index(?:\.draft)?$/, '')
    .replace(/\.draft$/, '')
}

/** The number that orders a file or folder among others. */
export function numberOf(part: string): number | undefined {
  const [, number] = VERSION.test(part) ? [] : (NUMBER.exec(part) ?? [])
  return number === undefined ? undefined : Number(number)
}

/**
 * The route path of a file below the folder of its collection, without extension. As `generatePath` of @nuxt/content 3,
 * with letters beyond ASCII as far as they are accented.
 */
export function addressOf(inside: string): string {
  return normalizePagePath(
    inside
      .split('/')
      .map((part) => slug(refined(part)))
      .join('/'),
  )
}

function slug(part: string): string {
  return part
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[$%&<>|]/g, (mark) => WORDS[mark] ?? '')
    .replace(DROPPED, '')
    .trim()
    .replace(/\s+/g, '-')
    .toLowerCase()
}
