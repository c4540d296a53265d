import type { Operation } from './operation.ts'

/** One path of the route table: its operations by method. */
export interface Route {
  readonly path: string
  readonly methods: ReadonlyMap<string, Operation>
}
