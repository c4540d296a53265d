import { type PageSummary, Retriever } from '@docent/core/plugin'
import type { Call } from '@docent/http'

/** Which pages a client wants to see, by the address that it connects to. */
export interface PageChoice {
  readonly version?: string
  readonly language?: string
}

/** Whether the retriever can list pages: a port that retrievers may leave out. */
export function canListPages({ services }: Pick<Call, 'services'>): boolean {
  return services.docent.resolve(Retriever).pages !== undefined
}

/** The pages that the caller may see, sorted by path; none with a retriever that cannot list them. */
export async function listedPages(
  { project, services, signal }: Pick<Call, 'project' | 'services' | 'signal'>,
  trustedGroups: readonly string[],
  choice: PageChoice,
): Promise<PageSummary[]> {
  const retriever = services.docent.resolve(Retriever)
  const pages = (await retriever.pages?.(project.id, { signal, trustedGroups })) ?? []
  const scope = await services.filterScopes.open(project, { ...choice, trustedGroups }, { signal })
  return scope.narrow(pages).sort((a, b) => (a.path < b.path ? -1 : 1))
}
