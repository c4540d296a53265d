import { createHash } from 'node:crypto'
import { designTokens } from '../../pages/design-tokens.ts'
import { SITE_SCRIPT, THEME_SCRIPT } from './site-script.ts'
import { SITE_STYLE } from './site-style.ts'

/** Addresses of what every page loads. Each names its content, so that browsers keep it for ever. */
export interface SiteAssets {
  style: string
  script: string
  /** Runs before the first paint, so that a chosen theme does not flash. */
  theme: string
  icon: string
}

interface Asset {
  type: string
  body: string
}

/** The files of all sites by their names. */
export class SiteAssetFiles {
  readonly #files = new Map<string, Asset>()

  private constructor(readonly addresses: SiteAssets) {}

  static async load(): Promise<SiteAssetFiles> {
    const tokens = await designTokens()
    const script = 'text/javascript; charset=utf-8'
    const assets = {
      style: named('site', 'css', { type: 'text/css; charset=utf-8', body: tokens + SITE_STYLE }),
      script: named('site', 'js', { type: script, body: SITE_SCRIPT }),
      theme: named('theme', 'js', { type: script, body: THEME_SCRIPT }),
      icon: named('icon', 'svg', { type: 'image/svg+xml', body: ICON }),
    }
    const address = ({ name }: { name: string }) => `/assets/site/${name}`
    const files = new SiteAssetFiles({
      style: address(assets.style),
      script: address(assets.script),
      theme: address(assets.theme),
      icon: address(assets.icon),
    })
    for (const { name, asset } of Object.values(assets)) files.#files.set(name, asset)
    return files
  }

  get(name: string): Asset | undefined {
    return this.#files.get(name)
  }
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0a7562" d="M3 1h6a7 7 0 0 1 0 14H3zm3 3v8h3a4 4 0 0 0 0-8z"/></svg>
`

function named(name: string, ending: string, asset: Asset): { name: string; asset: Asset } {
  const hash = createHash('sha256').update(asset.body).digest('base64url').slice(0, 12)
  return { name: `${name}-${hash}.${ending}`, asset }
}
