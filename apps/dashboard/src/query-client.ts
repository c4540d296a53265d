import { QueryClient } from '@tanstack/react-query'
import { Problem } from './api/problem.ts'
import { sayFailure } from './ui/toast.tsx'

/**
 * Reads are tried again when another try may help; what a person did and failed is said to them. Requests are sent also
 * where the browser takes itself for offline: the server may run on the same machine, and otherwise the page says that it
 * cannot be reached.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (count, error) =>
        count < 2 && error instanceof Problem && (error.status === 0 || error.status >= 500),
      retryDelay: (attempt) => Math.random() * Math.min(4_000, 500 * 2 ** attempt),
    },
    mutations: { networkMode: 'always', onError: sayFailure },
  },
})
