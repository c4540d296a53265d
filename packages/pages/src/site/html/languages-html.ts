import type { SiteOutline } from '@docent/core'
import { type Html, html } from '../../html/html.ts'
import { sitePath } from '../site-path.ts'

/** The same page in other languages; undefined where there is none. */
export function languagesHtml(outline: SiteOutline, base: string, path: string): Html | undefined {
  const translations = outline.translations(path)
  if (translations.size < 2) return undefined
  const current = outline.page(path)?.language
  const entries = [...translations].map(([language, page]) => {
    const href = sitePath(base, page.path)
    const name = nameOf(language)
    const lang = language ?? 'en'
    return language === current
      ? html`<li><a href="${href}" lang="${lang}" aria-current="true">${name}</a></li>`
      : html`<li><a href="${href}" lang="${lang}" hreflang="${lang}">${name}</a></li>`
  })
  return html`<details class="languages"><summary aria-label="Language: ${nameOf(current)}">${shortName(current)}</summary><ul>${entries}</ul></details>`
}

/** In the language itself. The first language of a site says nothing of itself. */
function nameOf(language: string | undefined): string {
  if (language === undefined) return 'Default'
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  } catch (error) {
    // A folder that is no language tag.
    if (error instanceof RangeError) return language
    throw error
  }
}

function shortName(language: string | undefined): string {
  return language === undefined ? 'Language' : nameOf(language)
}
