/** What frontmatter says under a name, in whatever case it is written. */
export function said(frontmatter: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(frontmatter, name)) return frontmatter[name]
  const wanted = name.toLowerCase()
  const key = Object.keys(frontmatter).find((each) => each.toLowerCase() === wanted)
  return key === undefined ? undefined : frontmatter[key]
}

const NO = /^(?:false|no|off|n|0|null|~)?$/i

/** Whether a value means no. */
export function isNo(value: unknown): boolean {
  if (value === false || value === 0) return true
  return typeof value === 'string' && NO.test(value.trim())
}

/** Whether something that keeps a page from readers is set. What is written but can't be understood counts as set. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && !isNo(value)
}
