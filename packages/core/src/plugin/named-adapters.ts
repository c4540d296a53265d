import { DocentError } from '../errors/docent-error.ts'

/** What a plugin registered, with the name of the plugin. */
export interface Named<Value> {
  plugin: string
  value: Value
}

/**
 * @param own names that Docent has already
 * @throws DocentError `configuration` that names both plugins for a second one of the same name
 */
export function addNamed<Value extends { name: string }>(
  list: Named<Value>[],
  plugin: string,
  value: Value,
  what: string,
  own: readonly string[] = [],
): void {
  const other = own.includes(value.name)
    ? 'Docent'
    : list.find((entry) => entry.value.name === value.name)?.plugin
  if (other !== undefined) {
    throw new DocentError(
      'configuration',
      `Both ${other} and ${plugin} register a ${what} named "${value.name}". Give one of them another name.`,
    )
  }
  list.push({ plugin, value })
}
