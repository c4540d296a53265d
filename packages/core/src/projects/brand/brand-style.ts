import { createHash } from 'node:crypto'
import type { Brand, BrandSlot } from './brand.ts'

const ENDINGS: Readonly<Record<string, string>> = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
  'image/x-icon': 'ico',
  'font/woff2': 'woff2',
}

/** Path of a file of a brand; undefined where there is none. */
export function brandFilePath(domain: string, { files }: Brand, slot: BrandSlot): string | undefined {
  const file = files[slot]
  return file && `/assets/brand/${domain}/${slot}.${file.hash}.${ENDINGS[file.type]}`
}

/** The style with that hash in its address; undefined once the brand changed. */
export function brandStyleWith(hash: string, domain: string, brand: Brand): string | undefined {
  const style = brandStyle(domain, brand)
  return hashOf(style) === hash ? style : undefined
}

/** Path of the style of a brand; undefined where it changes nothing. */
export function brandStylePath(domain: string, brand: Brand): string | undefined {
  const style = brandStyle(domain, brand)
  return style === '' ? undefined : `/assets/brand/${domain}/style.${hashOf(style)}.css`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** The variables of a brand, then what the company wrote: it comes behind the style of the pages. */
function brandStyle(domain: string, brand: Brand): string {
  const { accent, css = '' } = brand
  const font = brandFilePath(domain, brand, 'font')
  return [
    font && `@font-face{font-family:"Docent brand";src:url("${font}") format("woff2");font-display:swap}`,
    (accent || font) &&
      `.docent-tokens{${accent ? `--docent-accent:${accent};` : ''}${font ? '--sans:"Docent brand",system-ui,sans-serif;' : ''}}`,
    css,
  ]
    .filter(Boolean)
    .join('\n')
}
