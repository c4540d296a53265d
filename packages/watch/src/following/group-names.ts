import type { ChangedName } from '../names/code-change.ts'

/** What one declaration gained, lost, or had changed at once. */
export interface ChangedTogether {
  readonly first: ChangedName
  readonly others: readonly ChangedName[]
}

/** Names by the declaration that changed, which comes first in its own group: fields of a new type are one change. */
export function groupNames(names: readonly ChangedName[]): ChangedTogether[] {
  const groups = new Map<string, ChangedName[]>()
  for (const name of names) {
    const key = JSON.stringify([name.file, name.place, name.change])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [name])
    else if (name.name === name.place) group.unshift(name)
    else group.push(name)
  }
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return []
    // A field and the key that users write for it.
    const keys = new Set([first, ...more].flatMap(({ kind, line }) => (kind === 'option' ? [line] : [])))
    const others = more.filter(({ kind, line }) => kind !== 'symbol' || !keys.has(line))
    return [{ first, others }]
  })
}
