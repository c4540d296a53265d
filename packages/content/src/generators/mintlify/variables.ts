import { isObject } from '../../basics/records.ts'

/** A value stands on each of its places. */
const LONGEST = 500
const PLACE = /\{\{([\w-]{1,100})\}\}/g

/**
 * Puts the values of `variables` of a `docs.json` in the place of their names; a name without one stays as it is.
 *
 * @see https://mintlify.com/docs/organize/settings-structure#variables
 */
export function withVariables(config: unknown): ((text: string) => string) | undefined {
  const variables = isObject(config) ? config.variables : undefined
  if (!isObject(variables)) return undefined
  const values = new Map(
    Object.entries(variables).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length <= LONGEST,
    ),
  )
  return (text) => text.replace(PLACE, (place, name: string) => values.get(name) ?? place)
}
