/** The fields of `Fields` without `undefined`: one that could be undefined becomes optional. */
export type Defined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key]
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined>
}

/**
 * Copies an object without the fields whose value is `undefined`.
 *
 * Under `exactOptionalPropertyTypes` an optional field must be absent rather than `undefined`:
 *
 * @example
 * const options = { limit: 5, ...defined({ language }) }
 */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>
}
