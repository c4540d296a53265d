import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../request.ts'

export interface Backup {
  name: string
  bytes: number
  isEncrypted: boolean
  createdAt: string
}

/** The newest backups, and how the server makes them. */
export interface Backups {
  backups: Backup[]
  /** Where they lie: a folder, or a bucket. */
  address: string
  /** 0 without a schedule. */
  everyHours: number
  keep: number
  /** Whether they hold jobs, keys and conversations: false with a database of its own. */
  holdsStore: boolean
  /** `isNoted`: another tool made it, and an operator noted it. */
  last: { createdAt: string; address: string; isNoted: boolean } | null
}

export function backupsQuery(organization: string) {
  return queryOptions({
    queryKey: ['backups', organization],
    queryFn: ({ signal }) => request<Backups>('/api/backups', { query: { organization }, signal }),
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
