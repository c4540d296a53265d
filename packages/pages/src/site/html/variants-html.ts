import { languageName, type SiteOutline } from '@docent/core'
import { type Html, html } from '../../html/html.ts'
import { sitePath } from '../site-path.ts'

/** The same page in other versions and languages. */
export function variantsHtml(outline: SiteOutline, base: string, path: string): Html {
  return html`${versionsHtml(outline, base, path)}${languagesHtml(outline, base, path)}`
}

function versionsHtml(outline: SiteOutline, base: string, path: string): Html | undefined {
  const versions = outline.versions(path)
  if (versions.length < 2) return undefined
  const own = outline.page(path)?.version
  const shown = versions.find(({ version }) => version.name === own)?.version.label ?? ''
  const entries = versions.map(({ version: { name, label }, page }) => {
    const href = sitePath(base, page.path)
    return name === own
      ? html`<li><a href="${href}" aria-current="true">${label}</a></li>`
      : html`<li><a href="${href}">${label}</a></li>`
  })
  return html`<details class="variants"><summary aria-label="Version: ${shown}">${shown}</summary><ul>${entries}</ul></details>`
}

function languagesHtml(outline: SiteOutline, base: string, path: string): Html | undefined {
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
  return html`<details class="variants"><summary aria-label="Language: ${nameOf(current)}">${shortName(current)}</summary><ul>${entries}</ul></details>`
}

/** The first language of a site says nothing of itself. */
function nameOf(language: string | undefined): string {
  return language === undefined ? 'Default' : languageName(language)
}

function shortName(language: string | undefined): string {
  return language === undefined ? 'Language' : nameOf(language)
}
