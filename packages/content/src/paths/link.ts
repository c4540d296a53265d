const EXTERNAL = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

export type LinkKind = 'internal' | 'external' | 'anchor' | 'image'

/** A link or image of a page, from Markdown or from a JSX or HTML `href` or `src`. */
export interface Link {
  /** As written, without Markdown escapes. */
  target: string
  /** Link text or alternative text, plain; '' when there is none. */
  text: string
  kind: LinkKind
  /** Of the link's target in the file, from 1. */
  line: number
  /** From 1. */
  column: number
}

export function linkKind(target: string, image = false): LinkKind {
  if (image) return 'image'
  if (target.startsWith('#')) return 'anchor'
  return EXTERNAL.test(target) ? 'external' : 'internal'
}
