import type { SearchFilter, SiteVariants } from '@docent/client'
import { onPageChange } from '../page/on-page-change.ts'
import { element, useStyles } from './drawing.ts'
import { VARIANT_TEXTS } from './variant-texts.ts'
import styles from './variants.css?inline'

type Choice = Pick<SearchFilter, 'version' | 'language'>

export interface VariantsOptions {
  lang: string
  /** What the site names in attributes. */
  filter: SearchFilter | undefined
  read: () => Promise<SiteVariants>
  choose: (choice: Choice) => void
}

export interface VariantsModule {
  showVariants: typeof showVariants
}

/** Which version and language the answers are from, where the site has several. They begin with those of the page. */
export async function showVariants(place: HTMLElement, options: VariantsOptions): Promise<void> {
  const { lang, filter = {}, choose } = options
  const [, texts = VARIANT_TEXTS.en] =
    Object.entries(VARIANT_TEXTS).find(([name]) => name === lang.toLowerCase().split('-')[0]) ?? []
  useStyles(place, styles)
  const draw = async () => {
    const { versions, languages, page } = await options.read()
    const choice: Choice = {}
    choose(choice)
    const picker = (name: 'version' | 'language', all: SiteVariants['languages'], value: string) => {
      if (all.length === 0) return []
      const made = element('select', { 'aria-label': texts[name] })
      made.append(...all.map(({ name: value, label }) => element('option', { value }, label)))
      made.value = value
      made.addEventListener('change', () => {
        choice[name] = made.value
        choose(choice)
      })
      return [made]
    }
    const current = versions.find(({ isCurrent }) => isCurrent)?.name
    const every = languages.length > 0 ? [{ name: '', label: texts.allLanguages }] : []
    place.replaceChildren(
      ...picker('version', versions, filter.version ?? page.version ?? current ?? ''),
      ...picker('language', [...every, ...languages], filter.language ?? ''),
    )
  }
  await draw()
  const stop = onPageChange(() => (place.isConnected ? void draw() : stop()))
}
