import type { CSSProperties, ReactNode } from 'react'

export interface Column<Row> {
  id: string
  title: string
  /** In px, or the share of what the others leave, such as `2fr`. */
  width: number | `${number}fr`
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** On a narrow screen a row is its first column and, below it, what is marked so. */
  isKept?: boolean
}

/** What a row needs to know of its columns, written once for a table: rows are drawn by the dozen in a frame. */
export interface DrawnColumn {
  readonly id: string
  readonly className: string
  /** Its width, where a row is one line. */
  readonly style: CSSProperties | undefined
  readonly cell: (row: object) => ReactNode
}

export function drawnColumns<Row>(columns: readonly Column<Row>[], isNarrow: boolean): DrawnColumn[] {
  const isAlone = columns.filter(({ isKept }, place) => isKept && place > 0).length === 1
  return columns.map((column, place) => ({
    id: column.id,
    className: `${classOf(column, place, isNarrow)}${isNarrow && isAlone && column.isKept ? ' alone' : ''}`,
    style: isNarrow ? undefined : widthOf(column),
    cell: column.cell as (row: object) => ReactNode,
  }))
}

/** By flex, which the browser lays out in half the time of a grid. */
export function widthOf({ width }: Pick<Column<never>, 'width'>): CSSProperties {
  return { flex: typeof width === 'number' ? `0 0 ${width}px` : `${Number.parseFloat(width)} 1 0` }
}

/** A column without a title has what can be done with a row. */
export function isOfActions({ title }: Pick<Column<never>, 'title'>): boolean {
  return title === ''
}

function classOf<Row>(column: Column<Row>, place: number, isNarrow: boolean): string {
  if (place === 0) return 'cell first'
  const actions = isOfActions(column) ? ' actions' : ''
  if (isNarrow) return column.isKept ? `cell${actions}` : 'cell gone'
  return `${column.isNumber ? 'cell number' : 'cell'}${actions}`
}
