import { DocentError, type PluginManifest } from '@docent/core/plugin'
import { importAsConfig } from '../config/load-config.ts'

/** A plugin that `docent init` adds to the default ones. */
export interface AddedPlugin {
  /** Package or file, as the configuration imports it. */
  from: string
  /** Name of the exported function. */
  call: string
  manifest: PluginManifest
}

/**
 * Imports a plugin that is installed in the folder, or a file there.
 * @throws DocentError `invalid_request` that says what to type
 */
export async function addedPlugin(from: string, folder: string): Promise<AddedPlugin> {
  const module = await importFrom(from, folder)
  for (const [call, value] of Object.entries(module))
    if (typeof value === 'function' && 'manifest' in value)
      return { from, call, manifest: value.manifest as PluginManifest }
  throw refused(`${from} exports no plugin. Name a package whose index exports the result of definePlugin.`)
}

async function importFrom(from: string, folder: string): Promise<Record<string, unknown>> {
  try {
    return await importAsConfig(from, folder)
  } catch (error) {
    const advice = from.startsWith('.') ? 'Correct the path' : `Run "npm install ${from}" in this folder`
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw refused(`${from} cannot be imported. ${advice}. (${reason})`, error)
  }
}

function refused(message: string, cause?: unknown): DocentError {
  return new DocentError('invalid_request', `--plugin: ${message}`, { cause })
}
