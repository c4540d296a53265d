import { DEFAULT_ORGANIZATION } from '../domain/ids.ts'
import type { CallOptions } from '../ports/call-options.ts'
import type { ProjectStore } from '../ports/project-store.ts'

/** Projects and keys that name no organization belong to the default one: it is made where it is not there yet. */
export async function makeDefaultOrganization(store: ProjectStore, options: CallOptions = {}): Promise<void> {
  if (await store.organization(DEFAULT_ORGANIZATION, options)) return
  await store.putOrganization({ id: DEFAULT_ORGANIZATION, name: 'Default', limits: {} }, options)
}
