import type { LinkTarget } from '../paths/link-problem.ts'

/** What is written between two kinds of braces, or begins with an alias of a bundler, is known when a site is built. */
const TEMPLATE = /\{\{|\{%|\$\{|<%|^[~@](?!site\/)|^[a-z]+!/i

/** True for a target that is known only when the site is built. */
export function isTemplate(target: string): boolean {
  return TEMPLATE.test(target)
}

export type SiteTarget =
  | { kind: 'page'; file: string; anchor: string }
  | Exclude<LinkTarget, { kind: 'page' }>

export const OTHER: SiteTarget & { kind: 'other' } = { kind: 'other' }
