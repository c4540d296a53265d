import type { NavigationReference, PageMove, TrailStep } from '../layout/navigation-reference.ts'
import type { Place } from '../located/located-value.ts'
import type { Texts } from '../located/read-script.ts'
import { removePart } from '../located/remove-part.ts'
import { applied, type TextChange } from '../located/text-change.ts'
import { quoteAs } from '../located/unquote.ts'
import { isDocumentationFile } from '../paths/page-path.ts'
import type { SiteMap } from '../site-map/site-map.ts'
import { readNavigation } from './read-navigation.ts'

/** Most entries of one page that are taken out. */
const MOST = 200

/** New texts of files whose references to a page can name it at its new place; each other character stays. */
export function respellReferences(references: readonly NavigationReference[], move: PageMove, texts: Texts) {
  const changes = new Map<string, TextChange[]>()
  for (const reference of references) {
    if (reference.page !== move.from) continue
    const now = reference.respell(move)
    if (now === undefined || now === reference.written) continue
    const text = spelled(reference, texts.get(reference.file) ?? '', now)
    const { file, start, end } = reference
    changes.set(file, [...(changes.get(file) ?? []), { start, end, text }])
  }
  return edited(changes, texts)
}

/**
 * New texts of files with the entries of a page taken out, with whatever leads nowhere without them: a group that has
 * nothing else goes, too. Each other character stays.
 *
 * @param isGone selects the references to remove; default: all that lead to the page
 */
export function removeReferences(
  map: SiteMap,
  texts: Texts,
  page: string,
  isGone: (reference: NavigationReference) => boolean = () => true,
): Map<string, string> {
  const now = new Map(texts)
  const changed = new Map<string, string>()
  // Remove one at a time and read the file again: each removal moves the others.
  for (let round = 0; round < MOST; round++) {
    const reference = readNavigation(map, now).references.find((each) => each.page === page && isGone(each))
    const step = reference && removedStep(reference.trail)
    if (step === undefined) break
    const { file } = step.around
    const text = now.get(file) ?? ''
    const result = applied(text, removePart(text, step.around, step.index))
    if (result === text) break
    now.set(file, result)
    changed.set(file, result)
  }
  return changed
}

/** The outermost part that has no purpose without the reference at the end of a trail. */
function removedStep(trail: readonly TrailStep[]): TrailStep | undefined {
  let at = trail.length - 1
  const last = trail[at]
  // The properties of an item go with its address, unless it holds other items.
  if (last?.around.kind === 'record' && !last.isDictionary && !last.hasItems && trail[at - 1]) at--
  for (; at > 0; at--) {
    const [step, outer] = [trail[at], trail[at - 1]]
    if (step === undefined || outer === undefined) break
    const { around } = step
    const isLast = around.kind === 'list' ? around.items.length === 1 : around.entries.length === 1
    if (!isLast) break
    if (around.kind === 'record') continue
    // What stays is an item without items, which leads to a page itself.
    if (outer.around.kind === 'record' && !outer.isDictionary) {
      if (outer.hasPage || outer.hasItems || at < 2) break
      at--
    }
  }
  return trail[Math.max(at, 0)]
}

export function edited(
  changes: ReadonlyMap<string, readonly TextChange[]>,
  texts: Texts,
): Map<string, string> {
  return new Map([...changes].map(([file, each]) => [file, applied(texts.get(file) ?? '', each)]))
}

/** A text or key as the file writes it: with the quotes that were there, or none where none are needed. */
export function spelled({ file, start, end }: Place, source: string, value: string): string {
  const written = source.slice(start, end)
  // A page that lists others writes no quotes.
  if (isDocumentationFile(file)) return value
  if (/^["'`]/.test(written)) {
    const isYamlOrToml = /\.(?:ya?ml|toml)$/i.test(file)
    const isPlain = !/["'\\\n]/.test(value)
    return isYamlOrToml && isPlain ? `${written[0]}${value}${written[0]}` : quoteAs(written, value)
  }
  const isYaml = /\.ya?ml$/i.test(file)
  const isBare = isYaml
    ? /^[\w./][\w./ -]*$/.test(value) && !/^(?:true|false|yes|no|on|off|null|[\d._-]+)$/i.test(value)
    : /^[A-Za-z_$][\w$]*$/.test(value)
  return isBare ? value : isYaml ? JSON.stringify(value) : quoteAs("'", value)
}
