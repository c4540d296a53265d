import type { RetrievalFilter } from '@docent/core/plugin'
import type { Call } from '../../calls/operation.ts'

/** Says in the reply which filters were left out, because no page that the caller may see has their value. */
export async function setIgnoredFiltersHeader(
  call: Pick<Call, 'project' | 'services' | 'signal' | 'setHeader'>,
  filter: RetrievalFilter | undefined,
): Promise<readonly string[]> {
  const { project, services, signal } = call
  const { ignored } = await services.filterScopes.open(project, filter, { signal })
  if (ignored.length > 0) call.setHeader('X-Filter-Ignored', ignored.join(', '))
  return ignored
}
