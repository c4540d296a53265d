import type { Link } from './link.ts'
import type { ProblemRule } from './problem.ts'

/** What a link of a page leads to. */
export type LinkTarget =
  /** A page of the site. `anchor` without `#`; '' for none. `anchors` are undefined where they are not known. */
  | { kind: 'page'; anchor: string; anchors: Iterable<string> | undefined; name: string }
  /** Something that is there, or that cannot be judged. */
  | { kind: 'other' }
  /** Nothing. `name` is what was looked for. */
  | { kind: 'missing'; what: 'page' | 'file' | 'image'; name: string; hint?: string }

/** What is wrong with a link; undefined when nothing is. */
export function linkProblem(
  link: Pick<Link, 'target' | 'text' | 'kind'>,
  found: LinkTarget,
): { rule: ProblemRule; message: string } | undefined {
  if (link.kind === 'external') return undefined
  if (link.target === '') return { rule: 'broken-link', message: `The link "${link.text}" has no target.` }
  if (found.kind === 'other') return undefined
  if (found.kind === 'page') return anchorProblem(link.target, found)
  const rule = link.kind === 'image' ? 'broken-image' : 'broken-link'
  return { rule, message: `"${link.target}" ${described(found)}` }
}

function described({ what, name, hint }: LinkTarget & { kind: 'missing' }): string {
  if (what === 'image') return 'names no image file.'
  if (what === 'file') return `leads to ${name}, which does not exist.`
  return `leads to ${name}, and there is no such page.${hint === undefined ? '' : ` ${hint}`}`
}

function anchorProblem(
  target: string,
  { anchor, anchors, name }: LinkTarget & { kind: 'page' },
): { rule: ProblemRule; message: string } | undefined {
  // `#` and `#top` are the top of every page; `#:~:text=` points at words.
  if (anchor === '' || anchor === 'top' || anchor.startsWith(':~:') || anchors === undefined) return undefined
  const known = anchors instanceof Set ? anchors : new Set(anchors)
  if (known.has(anchor)) return undefined
  const near = nearest(anchor, known)
  const hint = near === undefined ? '' : ` Did you mean #${near}?`
  const message = `"${target}" names #${anchor}, which ${name} does not have.${hint}`
  return { rule: 'broken-anchor', message }
}

/** An anchor that contains the wanted one or is contained in it: what most renamed headings leave behind. */
function nearest(wanted: string, anchors: Iterable<string>): string | undefined {
  const lower = wanted.toLowerCase()
  for (const anchor of anchors) {
    const other = anchor.toLowerCase()
    if (other.length > 2 && lower.length > 2 && (other.includes(lower) || lower.includes(other)))
      return anchor
  }
  return undefined
}
