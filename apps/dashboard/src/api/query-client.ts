import { QueryClient } from '@tanstack/react-query'
import { sayFailure } from '../ui/toast.tsx'
import { Problem } from './problem.ts'

/** Reads are tried again when another try may help; what a person did and failed is said to them. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) =>
        count < 2 && error instanceof Problem && (error.status === 0 || error.status >= 500),
      retryDelay: (attempt) => Math.random() * Math.min(4_000, 500 * 2 ** attempt),
    },
    mutations: { onError: sayFailure },
  },
})
