import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from './request.ts'

export type BrandSlot = 'logo-light' | 'logo-dark' | 'favicon' | 'social-image' | 'font'

export interface BrandLink {
  label: string
  url: string
}

export interface BrandSettings {
  name?: string
  accent?: string
  headerLinks?: BrandLink[]
  footerLinks?: BrandLink[]
  css?: string
}

export interface Brand extends BrandSettings {
  files: Partial<Record<BrandSlot, { path: string; type: string; bytes: number }>>
}

const path = (project: string) => `/api/projects/${encodeURIComponent(project)}/brand`

export function brandQuery(project: string) {
  return queryOptions({
    queryKey: ['brand', project],
    queryFn: ({ signal }) => request<Brand>(path(project), { signal }),
  })
}

export function useChangeBrand(project: string) {
  return useBrandChange(project, (body: BrandSettings) =>
    request<Brand>(path(project), { method: 'PUT', body }),
  )
}

/** Puts a file in its place, or takes it away. */
export function useBrandFile(project: string) {
  return useBrandChange(project, async ({ slot, file }: { slot: BrandSlot; file?: File }) => {
    const place = `${path(project)}/files/${slot}`
    if (file === undefined) return request<Brand>(place, { method: 'DELETE' })
    return request<Brand>(place, { method: 'PUT', body: { content: await base64(file) } })
  })
}

function useBrandChange<Input>(project: string, change: (input: Input) => Promise<Brand>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (brand) => queries.setQueryData(brandQuery(project).queryKey, brand),
    // The page says it at the field.
    onError: () => undefined,
  })
}

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
