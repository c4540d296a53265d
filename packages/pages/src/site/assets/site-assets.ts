import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ReplyHeaders } from '@docent/core/plugin'
import { designTokens } from '../../html/design-tokens.ts'
import { DIAGRAM_SCRIPT } from './diagram-script.ts'
import { SITE_SCRIPT, THEME_SCRIPT } from './site-script.ts'
import { SITE_STYLE } from './site-style.ts'

/** Addresses of what every page loads. Each names its content, so that browsers keep it for ever. */
export interface SiteAssets {
  style: string
  script: string
  /** Runs before the first paint, so that a chosen theme does not flash. */
  theme: string
  icon: string
  /** The page in whose frame diagrams are drawn. */
  diagrams: string
}

interface Asset {
  type: string
  body: string | Uint8Array
  headers?: ReplyHeaders
}

/** The files of all sites by their names. */
export class SiteAssetFiles {
  readonly #files = new Map<string, Asset>()

  private constructor(
    readonly addresses: SiteAssets,
    private readonly library: DrawingLibrary,
  ) {}

  static async load(): Promise<SiteAssetFiles> {
    const tokens = await designTokens()
    const library = drawingLibrary()
    const assets = {
      style: named('site', 'css', { type: 'text/css; charset=utf-8', body: tokens + SITE_STYLE }),
      script: named('site', 'js', { type: SCRIPT, body: SITE_SCRIPT }),
      theme: named('theme', 'js', { type: SCRIPT, body: THEME_SCRIPT }),
      icon: named('icon', 'svg', { type: 'image/svg+xml', body: ICON }),
    }
    const address = ({ name }: { name: string }) => `/assets/site/${name}`
    const drawing = named('diagrams', 'js', { type: SCRIPT, body: DIAGRAM_SCRIPT })
    const scripts = [library, drawing].map((each) => `<script src="${address(each)}"></script>`)
    const diagrams = named('diagrams', 'html', {
      type: 'text/html; charset=utf-8',
      body: `<!doctype html><meta charset="utf-8"><title>Diagrams</title><body>${scripts.join('')}`,
      headers: { 'Content-Security-Policy': DIAGRAM_POLICY },
    })
    const addresses = {
      style: address(assets.style),
      script: address(assets.script),
      theme: address(assets.theme),
      icon: address(assets.icon),
      diagrams: address(diagrams),
    }
    const files = new SiteAssetFiles(addresses, library)
    for (const { name, asset } of [...Object.values(assets), diagrams, drawing]) files.#files.set(name, asset)
    return files
  }

  async get(name: string): Promise<Asset | undefined> {
    if (name === this.library.name) return { type: SCRIPT, body: await readFile(this.library.path) }
    return this.#files.get(name)
  }
}

const SCRIPT = 'text/javascript; charset=utf-8'

interface DrawingLibrary {
  name: string
  path: string
}

/** Mermaid in one file. It is read when the first diagram is drawn: most sites have none. */
function drawingLibrary(): DrawingLibrary {
  const require = createRequire(import.meta.url)
  const { version } = require('@mermaid-js/tiny/package.json') as { version: string }
  return { name: `mermaid-${version}.js`, path: require.resolve('@mermaid-js/tiny') }
}

/**
 * What draws diagrams writes styles, which pages must not have. So it runs in a frame without an origin, which reaches
 * nothing, and pages show what it draws as pictures, in which nothing runs.
 */
const DIAGRAM_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0a7562" d="M3 1h6a7 7 0 0 1 0 14H3zm3 3v8h3a4 4 0 0 0 0-8z"/></svg>
`

function named(name: string, ending: string, asset: Asset): { name: string; asset: Asset } {
  const hash = createHash('sha256').update(asset.body).digest('base64url').slice(0, 12)
  return { name: `${name}-${hash}.${ending}`, asset }
}
