/**
 * A language tag in the one form in which tags are compared: `zh_Hans` and `ZH-hans` are `zh-hans`. Sites write both
 * joints, and case means nothing in a tag (RFC 5646, section 2.1.1).
 */
export function normalizedLanguage(tag: string): string {
  return tag.trim().replaceAll('_', '-').toLowerCase()
}

/**
 * Whether a language tag is in a range, by basic filtering of RFC 4647: `zh` takes `zh-CN` and `ZH`, but `zh-CN` does
 * not take `zh`. A tag that is absent is in no range.
 *
 * ```ts
 * isInLanguageRange('pt-BR', 'pt') // true
 * ```
 */
export function isInLanguageRange(tag: string | undefined, range: string): boolean {
  if (tag === undefined) return false
  const [language, wanted] = [normalizedLanguage(tag), normalizedLanguage(range)]
  return language === wanted || language.startsWith(`${wanted}-`)
}
