import type { NameKind } from '@docent/content'
import type { Grounding } from './grounding.ts'

/** A name that a model wrote and the documentation does not have. */
export interface InventedName {
  readonly text: string
  readonly kind: NameKind
  readonly suggestion?: string
}

/** An invented name in all answers of a period. */
export interface InventedNameCount {
  text: string
  kind: NameKind
  /** The nearest real name; null when there is none. */
  suggestion: string | null
  /** Answers with it, also those that were written again or lost their sentence. */
  answers: number
  /** Models that wrote it, in order. */
  models: string[]
  lastAt: number
}

export interface InventedNames {
  /** Models with an answer that has an invented name, in order, and how many such answers. */
  models: { model: string; answers: number }[]
  /** The most frequent first, then by text. */
  names: InventedNameCount[]
}

/** The invented names of one answer, each once, in their order. */
export function inventedIn(grounding: Grounding | undefined): InventedName[] {
  const invented = (grounding?.names ?? []).filter(({ verdict }) => verdict === 'invented')
  const names = new Map<string, InventedName>()
  for (const { text, kind, suggestion } of [...invented, ...(grounding?.removed ?? [])])
    if (!names.has(text)) names.set(text, { text, kind, ...(suggestion !== undefined && { suggestion }) })
  return [...names.values()]
}

/** Counts the answers of a period that have invented names. */
export function countInvented(
  answers: Iterable<{ model: string; createdAt: number; names: readonly InventedName[] }>,
  limit: number,
): InventedNames {
  const byModel = new Map<string, number>()
  const byName = new Map<string, InventedNameCount & { seen: Set<string> }>()
  for (const { model, createdAt, names } of answers) {
    if (names.length === 0) continue
    byModel.set(model, (byModel.get(model) ?? 0) + 1)
    for (const { text, kind, suggestion } of names) {
      const known = byName.get(text) ?? emptyCount(text, kind)
      byName.set(text, known)
      known.answers++
      known.lastAt = Math.max(known.lastAt, createdAt)
      if (kind < known.kind) known.kind = kind
      if (suggestion !== undefined && (known.suggestion === null || suggestion < known.suggestion))
        known.suggestion = suggestion
      known.seen.add(model)
    }
  }
  return {
    models: [...byModel].map(([model, count]) => ({ model, answers: count })).sort(by(({ model }) => model)),
    names: [...byName.values()]
      .sort(
        (one, other) => other.answers - one.answers || by<{ text: string }>(({ text }) => text)(one, other),
      )
      .slice(0, limit)
      .map(({ seen, ...count }) => ({ ...count, models: [...seen].sort() })),
  }
}

function emptyCount(text: string, kind: NameKind): InventedNameCount & { seen: Set<string> } {
  return { text, kind, suggestion: null, answers: 0, models: [], lastAt: 0, seen: new Set() }
}

const by =
  <Entry>(text: (entry: Entry) => string) =>
  (one: Entry, other: Entry) =>
    text(one) < text(other) ? -1 : Number(text(one) > text(other))
