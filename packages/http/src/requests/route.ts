import type { Operation } from '@docent/core/plugin'

/** One path of the route table: its operations by method. */
export interface Route {
  readonly path: string
  readonly methods: ReadonlyMap<string, Operation>
}
