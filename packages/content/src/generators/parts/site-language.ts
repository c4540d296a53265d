/** `fr`, `pt-BR`, `zh-Hans`, and with the underscores that some write. */
const TAG = /^[a-z]{2,3}(?:[-_][a-z\d]{2,8}){0,3}$/i

/** The first of these settings that names a language. */
export function siteLanguage(...settings: readonly unknown[]): string | undefined {
  const named = settings.find((each): each is string => typeof each === 'string' && TAG.test(each))
  return named?.replaceAll('_', '-')
}
