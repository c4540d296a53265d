import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../request.ts'

export interface Endpoint {
  id: string
  host: string
  events: string[] | null
  projectIds: string[] | null
  /** Null for one of docent.config.ts. */
  createdBy: string | null
  disabledSince: string | null
}

interface EndpointBody {
  url?: string | undefined
  events?: readonly string[] | null | undefined
  projectIds?: readonly string[] | null | undefined
}

const one = (id: string) => `/api/webhooks/${encodeURIComponent(id)}`

/** Adds an endpoint, or changes the one of that id. The form says what is wrong. */
export function useSaveEndpoint(organization: string, id: string | undefined) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: EndpointBody) =>
      request<{ id: string; secret: string } | undefined>(id === undefined ? '/api/webhooks' : one(id), {
        method: id === undefined ? 'POST' : 'PATCH',
        query: { organization },
        body,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['organization', organization] }),
    onError: () => undefined,
  })
}

export function useEndpointAction(organization: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, action }: { id: string; action: 'test' | 'secret' | 'remove' }) =>
      request<{ secret?: string } | undefined>(action === 'remove' ? one(id) : `${one(id)}/${action}`, {
        method: action === 'remove' ? 'DELETE' : 'POST',
        query: { organization },
      }),
    onSuccess: () =>
      Promise.all(
        ['organization', 'deliveries'].map((name) =>
          queries.invalidateQueries({ queryKey: [name, organization] }),
        ),
      ),
  })
}
