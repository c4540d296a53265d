import { folderOf, joinPath } from '../../paths/folder.ts'
import { withoutPageExtension } from '../../paths/page-extension.ts'
import { normalizeSegments } from '../../paths/page-path.ts'
import { anyGlob } from '../../patterns/glob.ts'
import { folderList, type Listed } from './listed-pages.ts'

const ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(\S.*)$/
const LINK = /^\[([^[\]]*)\]\(([^()]*)\)$/
const DEEPEST = 20
/** Of one site: each is compared with the files of a folder. */
const MOST_WILDCARDS = 200

export interface LiterateNavOptions {
  /** Of the files with lists. */
  name: string
  /** The index of a folder comes first, also where its list doesn't name it. */
  hasIndexes?: boolean
  /** Text of such a file. */
  textOf(file: string): string | undefined
}

/**
 * Lists that stand in Markdown: https://oprypin.github.io/mkdocs-literate-nav. A folder that has a list of its own brings
 * that, and `*` what no list names.
 */
export class LiterateNav {
  readonly #textOf: (file: string) => string | undefined
  readonly #name: string
  readonly #hasIndexes: boolean
  readonly #folders = new Map<string, Listed[]>()
  readonly #seen = new Set<string>()
  #wildcards = 0

  /** @param files pages, by their paths below their folder */
  constructor(files: readonly string[], { name, hasIndexes = false, textOf }: LiterateNavOptions) {
    this.#textOf = textOf
    this.#name = name
    this.#hasIndexes = hasIndexes
    const add = (folder: string, items: Listed[]) => {
      this.#folders.set(folder, items)
      for (const item of items) if ('items' in item && item.folder !== undefined) add(item.folder, item.items)
    }
    add('', folderList(files))
  }

  /** The list of a folder. */
  listOf(folder = '', depth = 0): Listed[] {
    const text = this.#textOf(joinPath(folder, this.#name))
    if (text === undefined || depth > DEEPEST) return this.#matching(joinPath(folder, '*'), depth)
    this.#seen.add(joinPath(folder, this.#name))
    const items = this.resolved(readList(text, folder), depth)
    const index = this.#hasIndexes ? this.#indexOf(folder) : undefined
    return index === undefined || items.some((item) => 'file' in item && item.file === index)
      ? items
      : [{ file: index }, ...items]
  }

  /** A list with what stands behind its folders and wildcards. */
  resolved(items: readonly Listed[], depth = 0): Listed[] {
    this.#see(items)
    return items.flatMap((item): Listed[] => {
      if ('items' in item) return [{ ...item, items: this.resolved(item.items, depth) }]
      const { title, file } = item
      if (file.includes('*')) return this.#matching(file, depth)
      const folder = file.replace(/\/$/, '')
      if (file === folder || !this.#folders.has(folder) || depth > DEEPEST) return [item]
      return [{ title: title ?? '', items: this.listOf(folder, depth + 1) }]
    })
  }

  #indexOf(folder: string): string | undefined {
    const files = (this.#folders.get(folder) ?? []).flatMap((item) => ('file' in item ? [item.file] : []))
    return files.find((file) =>
      /^(?:index|README)$/.test(withoutPageExtension(file.slice(file.lastIndexOf('/') + 1))),
    )
  }

  #see(items: readonly Listed[]): void {
    for (const item of items)
      if ('items' in item) this.#see(item.items)
      else this.#seen.add(item.file.replace(/\/$/, ''))
  }

  /** Pages and folders of a folder that no list names. */
  #matching(written: string, depth: number): Listed[] {
    if (++this.#wildcards > MOST_WILDCARDS || depth > DEEPEST) return []
    const wanted = written.replace(/\/$/, '')
    const isWanted = anyGlob([wanted])
    return (this.#folders.get(folderOf(wanted)) ?? []).flatMap((item): Listed[] => {
      const path = 'file' in item ? item.file : (item.folder ?? '')
      if (this.#seen.has(path) || !isWanted(path)) return []
      this.#seen.add(path)
      if ('file' in item) return written.endsWith('/') ? [] : [item]
      const items = this.listOf(path, depth + 1)
      return items.length === 0 ? [] : [{ title: item.title, items }]
    })
  }
}

interface Item {
  said: string
  items: Item[]
}

/** The last list of a text, or the one behind `<!--nav-->`. */
function readList(text: string, folder: string): Listed[] {
  const mark = text.indexOf('<!--nav-->')
  let top: Item[] = []
  let around: { indent: number; item: Item }[] = []
  let isOver = true
  for (const line of text.slice(Math.max(mark, 0)).split('\n')) {
    const [, space = '', said] = ITEM.exec(line) ?? []
    if (said === undefined) {
      if (/^\S/.test(line)) isOver = true
      if (isOver && mark >= 0 && top.length > 0) break
      continue
    }
    const indent = space.replaceAll('\t', '    ').length
    if (isOver) [top, around] = [[], []]
    isOver = false
    around = around.filter((each) => each.indent < indent)
    const item = { said: said.trim(), items: [] }
    const items = around.at(-1)?.item.items ?? top
    items.push(item)
    if (around.length < DEEPEST) around.push({ indent, item })
  }
  return top.map((item) => listed(item, folder))
}

function listed({ said, items }: Item, folder: string): Listed {
  const [, label, target] = LINK.exec(said) ?? []
  const page = target === undefined ? undefined : placed(folder, target)
  if (items.length === 0 && page !== undefined) return { ...(label && { title: label }), file: page }
  if (items.length === 0 && said.includes('*')) return { file: placed(folder, said) }
  // A link with items below it is the first page of its section.
  const first = page === undefined ? [] : [{ file: page }]
  return { title: label ?? said, items: [...first, ...items.map((item) => listed(item, folder))] }
}

function placed(folder: string, target: string): string {
  if (/^[a-z]+:/i.test(target)) return target
  const path = normalizeSegments(joinPath(folder, target))
  return target.endsWith('/') ? `${path}/` : path
}
