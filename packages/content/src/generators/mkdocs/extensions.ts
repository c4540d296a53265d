/** Settings of an extension in `markdown_extensions`, which is a list of names and records, or one record. */
export function extensionOf(extensions: unknown, name: string): Record<string, unknown> {
  for (const each of Array.isArray(extensions) ? extensions : [extensions]) {
    const settings: unknown = typeof each === 'object' && each !== null ? Reflect.get(each, name) : undefined
    if (typeof settings === 'object' && settings !== null) return settings as Record<string, unknown>
  }
  return {}
}
