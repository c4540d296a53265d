import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from './request.ts'

export interface Backup {
  name: string
  bytes: number
  isEncrypted: boolean
  createdAt: string
}

export function backupsQuery(organization: string) {
  return queryOptions({
    queryKey: ['backups', organization],
    queryFn: async ({ signal }) =>
      (await request<{ backups: Backup[] }>('/api/backups', { query: { organization }, signal })).backups,
  })
}

/** Copies the whole data directory, which takes a while where it is large. */
export function useMakeBackup(organization: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request<Backup>('/api/backups', { method: 'POST', query: { organization }, timeoutMs: 600_000 }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['backups', organization] }),
  })
}
