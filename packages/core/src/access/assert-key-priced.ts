import { keyId } from '../domain/ids.ts'
import type { KeyRecord } from '../domain/key.ts'
import type { Project } from '../domain/project.ts'
import { assertPriced } from '../limits/spend-caps.ts'
import type { Models } from '../models/models.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { ProjectStore } from '../ports/project-store.ts'

/**
 * Refuses a spend cap of a key that could not be kept: its projects use a model without a price.
 * @throws DocentError `configuration`
 */
export async function assertKeyPriced(
  ports: { projects: ProjectStore; models: Models },
  key: Pick<KeyRecord, 'name' | 'organizationId' | 'projectIds' | 'spendUsdPerMonth'>,
  options: CallOptions,
): Promise<void> {
  if (key.spendUsdPerMonth === undefined) return
  const isUsed = ({ id, organizationId }: Project) =>
    organizationId === key.organizationId && (key.projectIds.length === 0 || key.projectIds.includes(id))
  // By its name: the id of a new key means nothing to anybody yet.
  for (const project of (await ports.projects.list(options)).filter(isUsed))
    assertPriced({ key: { ...key, id: keyId(key.name) } }, () => ports.models.pricedModels(project))
}
