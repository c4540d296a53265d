import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed, Loading } from './states.tsx'

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>
  rows?: number
  children: (data: Data) => ReactNode
}

/** Draws what a query loaded, or that it loads, or why it could not. Data that is there stays while it is renewed. */
export function QueryView<Data>({ query, rows = 6, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  return <Loading rows={rows} />
}
