import { defined } from '../../basics/defined.ts'
import type { NavigationTarget, SiteNavigation, TrailStep } from '../../layout/navigation-reference.ts'
import { type LocatedRecord, type LocatedValue, textAt } from '../../located/located-value.ts'

/** How a generator writes the items of its navigation. `Context` is what an item inherits from those around it. */
export interface NavigationRules<Context> {
  /** Keys of a record whose text leads to a page. */
  pageKeys(record: LocatedRecord): readonly string[]
  /** Keys of a record that hold items; `all` when its keys are titles. */
  itemKeys(record: LocatedRecord): readonly string[] | 'all'
  /** What a text leads to; undefined for what is no address of the site. The key is undefined for a text in a list. */
  target(written: string, key: string | undefined, context: Context): NavigationTarget | undefined
  inside?(record: LocatedRecord, context: Context): Context
  isRedirect?: boolean
  isMenu?: boolean
}

const DEEPEST = 40

/** Finds the references and the computed parts below a value. */
export function readItems<Context>(
  root: LocatedValue,
  rules: NavigationRules<Context>,
  context: Context,
): SiteNavigation {
  const found: SiteNavigation = { references: [], computed: [] }
  walk(root, context, [], undefined)
  return found

  function walk(
    node: LocatedValue,
    around: Context,
    trail: readonly TrailStep[],
    key: string | undefined,
  ): void {
    if (trail.length > DEEPEST || node.kind === 'code') found.computed.push(node)
    else if (node.kind === 'text') addText(node, around, trail, key)
    else if (node.kind === 'list') {
      for (const [index, item] of node.items.entries()) {
        const step = { around: node, index, isDictionary: false, hasPage: false, hasItems: false }
        // A list that is spread has its items where it was written.
        const isOwn = item.isSpread === true && item.value.kind === 'list'
        walk(item.value, around, isOwn ? [] : [...trail, step], undefined)
      }
    } else if (node.kind === 'record') walkRecord(node, around, trail)
  }

  function walkRecord(record: LocatedRecord, around: Context, trail: readonly TrailStep[]): void {
    const context = rules.inside?.(record, around) ?? around
    const itemKeys = rules.itemKeys(record)
    const pageKeys = rules.pageKeys(record)
    const holds = (key: string | undefined) =>
      key !== undefined && (itemKeys === 'all' || itemKeys.includes(key))
    const hasPage = record.entries.some(
      ({ key, value }) =>
        key !== undefined && (pageKeys.includes(key) || (holds(key) && itemKeys !== 'all' && isPage(value))),
    )
    const holders = record.entries.filter(
      ({ key, value }) =>
        holds(key) && (value.kind === 'code' || (value.kind === 'list' && value.items.length > 0)),
    )
    for (const [index, entry] of record.entries.entries()) {
      const { key, value } = entry
      const hasItems = holders.some((each) => each !== entry)
      const step = { around: record, index, isDictionary: itemKeys === 'all', hasPage, hasItems }
      if (key === undefined) walk(value, context, [], undefined)
      else if (pageKeys.includes(key) && value.kind === 'text') addText(value, context, [...trail, step], key)
      else if (pageKeys.includes(key) && value.kind === 'code') found.computed.push(value)
      else if (holds(key)) walk(value, context, [...trail, step], key)
    }
  }

  /** A record that names a page stands for it: `link: { type: 'doc', id: 'intro' }`. */
  function isPage(value: LocatedValue): boolean {
    return value.kind === 'record' && rules.pageKeys(value).some((key) => textAt(value, key) !== undefined)
  }

  function addText(
    node: LocatedValue & { kind: 'text' },
    context: Context,
    trail: readonly TrailStep[],
    key: string | undefined,
  ): void {
    const target = rules.target(node.value, key, context)
    if (target === undefined) return
    const { file, start, end, value } = node
    found.references.push({
      ...target,
      file,
      start,
      end,
      written: value,
      trail,
      isRedirect: rules.isRedirect === true,
      ...defined({ isMenu: rules.isMenu }),
    })
  }
}

export function joined(...parts: readonly SiteNavigation[]): SiteNavigation {
  return {
    references: parts.flatMap(({ references }) => references),
    computed: parts.flatMap(({ computed }) => computed),
  }
}
