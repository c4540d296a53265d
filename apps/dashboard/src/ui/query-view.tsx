import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed, Loading } from './states.tsx'

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>
  rows?: number
  /** Around what stands in for the data, such as the frame of a page that takes its title from it. */
  around?: (state: ReactNode) => ReactNode
  children: (data: Data) => ReactNode
}

/** Draws what a query loaded, or that it loads, or why it could not. Data that is there stays while it is renewed. */
export function QueryView<Data>({ query, rows = 6, around, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  const state = query.isError ? (
    <Failed error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <Loading rows={rows} />
  )
  return around === undefined ? state : around(state)
}
