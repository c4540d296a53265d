import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from './request.ts'

/** How far the documentation of a project is read. */
export interface IndexStatus {
  state: 'never' | 'indexing' | 'done' | 'failed'
  pages: number
  passages: number
  revision: string | null
  pagesDone: number
  pagesTotal: number
  startedAt: string | null
  expectedEnd: string | null
  message: string | null
  /** What the index lost, by kind, the worst first. */
  problems: IndexProblems[]
}

export interface IndexProblems {
  kind: string
  severity: 'error' | 'warning' | 'note'
  count: number
  title: string
  advice: string
  examples: { file: string; line: number; message: string }[]
}

export interface ProjectSummary {
  id: string
  domain: string
  name: string
  repository: string | null
  source: { plugin: string; url: string } | null
  origin: 'config' | 'store' | 'demo'
  disabled: boolean
  /** Where Docent shows its pages; null where it shows them to nobody. */
  pagesUrl: string | null
  /** Sentences of its answers are checked after each answer. */
  checksClaims: boolean
  createdAt: string
  index: IndexStatus
}

const SOON_MS = 10 * 60_000

/** Also one that was added just now: the server begins within seconds. */
export function isBeingRead({ index, createdAt }: ProjectSummary): boolean {
  const isAwaited = index.state === 'never' && Date.now() - Date.parse(createdAt) < SOON_MS
  return index.state === 'indexing' || isAwaited
}

export function projectsQuery(organization: string) {
  return queryOptions({
    queryKey: ['projects', organization],
    queryFn: async ({ signal }) =>
      (
        await request<{ projects: ProjectSummary[] }>('/api/projects', {
          query: { organization },
          signal,
        })
      ).projects,
    staleTime: 15_000,
    refetchInterval: (query) => (query.state.data?.some(isBeingRead) ? 1_500 : false),
  })
}

export function useProjects(organization: string) {
  return useQuery({ ...projectsQuery(organization), enabled: organization !== '' })
}

export interface UsedModel {
  id: string | null
  isOwn: boolean
  problem: string | null
}

/** Who reads the pages that Docent shows. */
export type SiteReaders = 'members' | 'public' | false

export type GroundingMode = 'annotate' | 'repair' | 'strict' | 'off'

/** A repository that the agent reads beside the documentation. */
export interface ContextRepository {
  name: string
  repository: string
  branch: string | null
  folder: string | null
}

/** As it is sent. */
export interface ContextSettings {
  name: string
  repository: string
  branch?: string
  folder?: string
}

export interface ProjectDetail extends ProjectSummary {
  branch: string | null
  docsPath: string
  siteUrl: string | null
  site: SiteReaders
  spendUsdPerMonth: number | null
  assistant: { grounding: GroundingMode }
  agent: { contexts: ContextRepository[] }
  gitHost: { name: string | null; problem: string | null }
  models: Record<'assistant' | 'agent' | 'embedding' | 'rerank', UsedModel>
}

export interface ProjectDraft {
  id: string
  name?: string
  repository?: string
  website?: string
  branch?: string
  docsPath?: string
  siteUrl?: string
  models?: { agent?: string; assistant?: string }
}

export interface SourceTrial {
  revision: string
  layout: string
  configuration?: string
  siteAbove?: { folder: string; layout: string }
  docsPath: string
  pages: number
  unlisted: number
  hidden: number
  problem?: string
  examples: { path: string; file: string }[]
  navigation: { pages: number; files: string[]; isComputed: boolean }
  languages: { name: string; pages: number }[]
  versions: { name: string; pages: number }[]
  problems: IndexProblems[]
  ms: number
  models: Record<'assistant' | 'agent', UsedModel>
}

export interface ModelTrial {
  model: string
  ms: number
  said: string
}

export interface ProjectPatch {
  name?: string
  branch?: string | null
  docsPath?: string
  siteUrl?: string | null
  site?: SiteReaders
  spendUsdPerMonth?: number | null
  assistant?: { grounding: GroundingMode }
  agent?: { contexts: ContextSettings[] | null }
  models?: Partial<Record<keyof ProjectDetail['models'], string | null>>
}

const one = (project: string) => `/api/projects/${encodeURIComponent(project)}`

export function projectQuery(project: string) {
  return queryOptions({
    queryKey: ['project', project],
    queryFn: ({ signal }) => request<ProjectDetail>(one(project), { signal }),
    refetchInterval: ({ state: { data } }) => (data && isBeingRead(data) ? 1_000 : false),
  })
}

/** Reads the source once; large repositories take a while to be fetched. */
export function useTrySource(organization: string) {
  return useMutation({
    mutationFn: (draft: ProjectDraft) =>
      request<SourceTrial>('/api/projects/try', {
        method: 'POST',
        query: { organization },
        body: draft,
        timeoutMs: 300_000,
      }),
    onError: () => undefined,
  })
}

export function useTryModel(organization: string) {
  return useMutation({
    mutationFn: (body: { model: string; kind: 'language' | 'embedding' | 'rerank' }) =>
      request<ModelTrial>('/api/models/try', { method: 'POST', query: { organization }, body }),
    onError: () => undefined,
  })
}

export function useAddProject(organization: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (draft: ProjectDraft) =>
      request<ProjectDetail>('/api/projects', { method: 'POST', query: { organization }, body: draft }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['projects', organization] }),
    onError: () => undefined,
  })
}

export function useChangeProject(organization: string, project: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (patch: ProjectPatch) =>
      request<ProjectDetail>(one(project), { method: 'PATCH', body: patch }),
    onSuccess: (changed) => {
      queries.setQueryData(['project', project], changed)
      return queries.invalidateQueries({ queryKey: ['projects', organization] })
    },
    onError: () => undefined,
  })
}

function renewLists(queries: QueryClient, organization: string) {
  const lists = [projectsQuery(organization), removedQuery(organization)]
  return Promise.all(lists.map(({ queryKey }) => queries.invalidateQueries({ queryKey })))
}

/** Its questions, jobs and pages answer 404 from then on. */
export function useRemoveProject(organization: string, project: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => request<ProjectSummary>(one(project), { method: 'DELETE' }),
    onSuccess: () => renewLists(queries, organization),
  })
}

export interface RemovedProject {
  id: string
  name: string
  readFrom: string
}

export function removedQuery(organization: string) {
  return queryOptions({
    queryKey: ['removed-projects', organization],
    queryFn: async ({ signal }) =>
      (
        await request<{ projects: RemovedProject[] }>('/api/removed-projects', {
          query: { organization },
          signal,
        })
      ).projects,
  })
}

export function useRestoreProject(organization: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      request<ProjectSummary>(`/api/removed-projects/${encodeURIComponent(id)}/restore`, {
        method: 'POST',
        query: { organization },
      }),
    onSuccess: () => renewLists(queries, organization),
  })
}

export function useIndexProject(organization: string, project: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (force: boolean) =>
      request<IndexStatus>(`${one(project)}/index`, { method: 'POST', body: { force } }),
    onSuccess: () => {
      // It begins after a moment, in which several requests become one.
      const renew = () =>
        Promise.all([
          queries.invalidateQueries({ queryKey: ['project', project] }),
          queries.invalidateQueries({ queryKey: ['projects', organization] }),
        ])
      setTimeout(renew, 2_500)
    },
  })
}

/** Reads a branch and answers the address of its pages, for whoever has it. */
export function usePreview(project: string) {
  return useMutation({
    mutationFn: (branch: string) =>
      request<{ previewUrl: string }>(`${one(project)}/previews`, {
        method: 'POST',
        body: { branch },
        timeoutMs: 120_000,
      }),
  })
}
