import type { Operation } from '@docent/core'

/** One path of the route table: its operations by method. */
export interface Route {
  readonly path: string
  readonly methods: ReadonlyMap<string, Operation>
}
