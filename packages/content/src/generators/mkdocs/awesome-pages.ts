import { isObject } from '../../basics/records.ts'
import { yamlRecord } from '../../located/read-yaml.ts'
import { joinPath } from '../../paths/folder.ts'
import { anyGlob } from '../../patterns/glob.ts'
import { foundBy } from '../../patterns/regular-expression.ts'
import { type Settings, textOf } from './configuration.ts'
import { compared, type Listed } from './listed-pages.ts'

/** `...`, `... | flat | glob=*.md`: what is named nowhere else. */
const REST = /^\.{3}(?: ?\| ?flat)? ?(?:\| ?(?:(regex|glob)=)?(\S.*))?$/

const DEEPEST = 20
/** Of one list: each that names no page is compared with the files of a folder. */
const MOST_STEPS = 1_000

/** https://github.com/lukasgeiter/mkdocs-awesome-pages-plugin: `.pages` in a folder says how it is listed. */
export function awesomeList(
  items: readonly Listed[],
  plugin: Settings,
  read: (file: string) => string | undefined,
): Listed[] {
  const name = textOf(plugin.filename, '.pages')
  const saidIn = (folder: string): Settings => yamlRecord(read(joinPath(folder, name)))
  const arranged = (list: readonly Listed[], said: Settings, collapses: unknown): Listed[] =>
    named(sorted(list, { ...plugin, ...said }), said).flatMap((item): Listed[] => {
      if (!('items' in item) || item.folder === undefined) return [item]
      const own = saidIn(item.folder)
      if (own.hide === true) return []
      const collapsed = own.collapse_single_pages ?? collapses
      const inside = arranged(item.items, own, collapsed)
      if (inside.length === 1 && (own.collapse ?? collapsed) === true) return inside
      return inside.length === 0 ? [] : [{ ...item, title: textOf(own.title, item.title), items: inside }]
    })
  return arranged(items, saidIn(''), plugin.collapse_single_pages)
}

function sorted(
  items: readonly Listed[],
  { order, sort_type: type, ignore_case: isFolded }: Settings,
): Listed[] {
  if (order === undefined && type === undefined) return [...items]
  const collator = new Intl.Collator('en', { numeric: true })
  const nameOf = (item: Listed) => (isFolded === true ? nameIn(item).toLowerCase() : nameIn(item))
  const sign = order === 'desc' ? -1 : 1
  return items.toSorted((one, other) => {
    const [mine, others] = [nameOf(one), nameOf(other)]
    return sign * (type === 'natural' ? collator.compare(mine, others) : compared(mine, others))
  })
}

function nameIn(item: Listed): string {
  const path = 'file' in item ? item.file : (item.folder ?? '')
  return path.slice(path.lastIndexOf('/') + 1)
}

type Step =
  | { item: Listed }
  | { title: string; steps: Step[] }
  /** What no other step takes. */
  | { isWanted?: (name: string) => boolean; rest: Listed[] }

/** The items in the order of a `nav`, under the titles that it gives; all as they are without one. */
function named(items: Listed[], { nav, arrange }: Settings): Listed[] {
  const written = Array.isArray(nav) ? nav : Array.isArray(arrange) ? [...arrange, '...'] : undefined
  if (written === undefined) return items
  const left = new Map(items.map((item) => [nameIn(item), item]))
  const rests: { isWanted?: (name: string) => boolean; rest: Listed[] }[] = []
  const read = (list: readonly unknown[], depth = 0): Step[] =>
    list.slice(0, MOST_STEPS).flatMap((each): Step[] => {
      const [title, value] = isObject(each) ? (Object.entries(each)[0] ?? []) : [undefined, each]
      if (Array.isArray(value))
        return depth > DEEPEST ? [] : [{ title: title ?? '', steps: read(value, depth + 1) }]
      if (typeof value !== 'string') return []
      const [whole, kind, pattern] = REST.exec(value) ?? []
      if (whole !== undefined) {
        const isWanted =
          pattern === undefined ? undefined : kind === 'regex' ? foundBy(pattern) : anyGlob([pattern])
        const step = { ...(isWanted && { isWanted }), rest: [] }
        rests.push(step)
        return [step]
      }
      const item = left.get(value)
      left.delete(value)
      if (item === undefined) return title === undefined ? [] : [{ item: { title, file: value } }]
      return [{ item: title === undefined ? item : { ...item, title } }]
    })
  const steps = read(written)
  const choosy = rests.filter(({ isWanted }) => isWanted !== undefined).slice(0, DEEPEST)
  const others = rests.find(({ isWanted }) => isWanted === undefined)
  for (const [name, item] of left)
    (choosy.find(({ isWanted }) => isWanted?.(name)) ?? others)?.rest.push(item)
  const put = (list: readonly Step[]): Listed[] =>
    list.flatMap((step): Listed[] => {
      if ('item' in step) return [step.item]
      return 'rest' in step ? step.rest : [{ title: step.title, items: put(step.steps) }]
    })
  return put(steps)
}
