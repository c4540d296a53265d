/** What the pickers show, by language. */
export const VARIANT_TEXTS = {
  en: { version: 'Version', language: 'Language', allLanguages: 'All languages' },
  de: { version: 'Version', language: 'Sprache', allLanguages: 'Alle Sprachen' },
  es: { version: 'Versión', language: 'Idioma', allLanguages: 'Todos los idiomas' },
  fr: { version: 'Version', language: 'Langue', allLanguages: 'Toutes les langues' },
  ja: { version: 'バージョン', language: '言語', allLanguages: 'すべての言語' },
  zh: { version: '版本', language: '语言', allLanguages: '所有语言' },
}
