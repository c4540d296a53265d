import { brandFilePath, brandStylePath, ProjectBrands } from '@docent/core'
import type { CallOptions, Docent, Project } from '@docent/core/plugin'
import { type Html, html } from '../html/html.ts'

/** A brand as pages show it, with paths instead of files. */
export interface ShownBrand {
  name: string
  accent?: string | undefined
  style?: string | undefined
  logo: { light?: string | undefined; dark?: string | undefined }
  icon?: string | undefined
  socialImage?: string | undefined
  headerLinks: readonly BrandLink[]
  footerLinks: readonly BrandLink[]
}

interface BrandLink {
  label: string
  url: string
}

export async function shownBrand(
  docent: Docent,
  project: Project,
  options: CallOptions,
): Promise<ShownBrand> {
  const brand = await docent.resolve(ProjectBrands).read(project.id, options)
  const path = (slot: Parameters<typeof brandFilePath>[2]) => brandFilePath(project.domain, brand, slot)
  return {
    name: brand.name || project.name,
    accent: brand.accent,
    style: brandStylePath(project.domain, brand),
    logo: { light: path('logo-light'), dark: path('logo-dark') },
    icon: path('favicon'),
    socialImage: path('social-image'),
    headerLinks: brand.headerLinks ?? [],
    footerLinks: brand.footerLinks ?? [],
  }
}

/** The logo of each theme, or of both, and the name for those who see none. */
export function logoHtml({ name, logo: { light, dark } }: Pick<ShownBrand, 'name' | 'logo'>): Html {
  if (light === undefined && dark === undefined) return html`${name}`
  const image = (src: string, theme: string) =>
    html`<img class="logo${theme}" src="${src}" alt="${name}" height="24">`
  if (light === undefined || dark === undefined) return image(light ?? dark ?? '', '')
  return html`${image(light, ' only-light')}${image(dark, ' only-dark')}`
}

export function linksHtml(links: readonly BrandLink[], label: string, className: string): Html | undefined {
  if (links.length === 0) return undefined
  return html`<nav class="${className}" aria-label="${label}">${links.map(
    ({ label: text, url }) => html`<a href="${url}" rel="noopener">${text}</a>`,
  )}</nav>`
}
