import { DocentError } from '@docent/core/plugin'
import { definePublicOperation } from '@docent/http'
import { dashboardFile } from './built-dashboard.ts'

/** The one inline style that React Aria inserts: `[data-react-aria-pressable] { touch-action: … }`. */
export const REACT_ARIA_STYLE = 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' '${REACT_ARIA_STYLE}'`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types dompurify 'allow-duplicates'",
].join('; ')

const YEAR_S = 31_536_000

const html = { status: 200, description: 'The page.', content: { 'text/html': undefined } } as const

/** One page for every address below `/dashboard`: its script reads the address. */
export const showDashboard = definePublicOperation({
  id: 'showDashboard',
  summary: 'The dashboard',
  tag: 'Server',
  takesRest: true,
  reply: html,
  handle: ({ headers }) =>
    dashboardFile('index.html', headers['accept-encoding'], {
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-cache',
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
    }),
})

/** Scripts and styles, whose names change with their content; the few others are asked for anew. */
export const serveAsset = definePublicOperation({
  id: 'serveAsset',
  summary: 'A file of the dashboard',
  tag: 'Server',
  reply: { status: 200, description: 'The file.', content: { 'text/javascript': undefined } },
  handle: ({ params, headers }) => {
    const { file = '' } = params
    const isHashed = /-[\w-]{8}\.\w+$/.test(file)
    return dashboardFile(`assets/${file}`, headers['accept-encoding'], {
      'Cache-Control': isHashed ? `public, max-age=${YEAR_S}, immutable` : 'public, max-age=300',
    })
  },
})

/** A person who opens the server's address finds the dashboard; a program finds no such route, as ever. */
export const openServer = definePublicOperation({
  id: 'openServer',
  summary: 'Leads a browser to the dashboard',
  tag: 'Server',
  reply: { status: 302, description: 'To the dashboard.' },
  async handle({ headers }) {
    if (!/\btext\/html\b/.test(String(headers.accept ?? '')))
      throw new DocentError('not_found', 'There is no such route. For all routes, see /openapi.json.')
    return {
      kind: 'text',
      status: 302,
      type: 'text/plain; charset=utf-8',
      body: 'The dashboard is at /dashboard.\n',
      headers: { Location: '/dashboard', 'Cache-Control': 'no-cache' },
    }
  },
})
