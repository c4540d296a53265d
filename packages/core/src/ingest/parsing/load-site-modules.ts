import { type AddedFormat, addFormat, addGenerator, type Generator } from '@docent/content'
import { DocentError } from '../../errors/docent-error.ts'
import type { SiteModules } from '../../ports/site-modules.ts'

/**
 * Imports the modules, and adds what they export for this thread.
 *
 * @throws DocentError `configuration` that names the module
 */
export async function loadSiteModules({ formats, generators }: SiteModules): Promise<void> {
  for (const address of formats)
    await load<AddedFormat>(address, 'a format of pages', addFormat, ['name', 'extensions', 'parse'])
  for (const address of generators)
    await load<Generator>(address, 'a site generator', addGenerator, ['name', 'files', 'layout'])
}

async function load<Value extends object>(
  address: string,
  what: string,
  add: (value: Value) => void,
  required: readonly (keyof Value & string)[],
): Promise<void> {
  try {
    const { default: value } = (await import(address)) as { default?: Value }
    const missing = required.filter((key) => value?.[key] === undefined)
    if (value === undefined || missing.length > 0)
      throw new Error(`Its default export has no ${missing.join(', ')}.`)
    add(value)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DocentError('configuration', `${address} does not bring ${what}: ${reason}`, { cause: error })
  }
}
