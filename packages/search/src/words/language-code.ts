/** Codes that sites use for folders and locales, and that ISO 639-1 knows by another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  cn: 'zh',
  tw: 'zh',
  jp: 'ja',
  kr: 'ko',
  br: 'pt',
  ua: 'uk',
}

/** The ISO 639-1 code in a page's language: `zh-CN`, `zh_Hans` and `cn` are `zh`. English when none is given. */
export function languageCode(language: string | undefined): string {
  const primary = language?.trim().toLowerCase().split(/[-_]/)[0] ?? ''
  if (primary === '') return 'en'
  return OTHER_NAMES[primary] ?? primary
}
