import { CitationFilter } from '../../src/assistant/citations/citation-filter.ts'
import { FoundPassages } from '../../src/assistant/search/found-passages.ts'
import type { Project } from '../../src/domain/project.ts'

const SITE = 'https://docs.example.com'
const PAGES = ['/', '/keys', '/install', '/guides/streams']
const ASKED = 'Is https://asked.example/x the address, or ask me@asked.example?'
const CONTENT = 'Open http://keys.example.org/admin first, or write to help@example.org. See github.com too.'

/** What the documentation of these tests has to say. */
export function foundPassages(): FoundPassages {
  const found = new FoundPassages({ siteUrl: SITE } as Project)
  found.add(
    PAGES.map((pagePath, ordinal) => ({
      score: 1,
      passage: {
        id: String(ordinal),
        pagePath,
        anchor: ordinal === 1 ? 'revoke' : '',
        title: pagePath,
        headings: [pagePath],
        content: ordinal === 1 ? CONTENT : 'text',
        ordinal: 0,
        tags: [],
        groups: [],
      },
    })),
  )
  return found
}

/** The answer as readers get it when the model writes it in these pieces. */
export function filtered(pieces: Iterable<string>): string {
  const filter = new CitationFilter(foundPassages(), ASKED)
  let out = ''
  for (const piece of pieces) out += filter.write(piece)
  return out + filter.end()
}

/** Cut at these places, counted from the start. */
export function cutAt(text: string, cuts: readonly number[]): string[] {
  const points = [0, ...[...cuts].sort((one, other) => one - other), text.length]
  return points.slice(1).map((point, i) => text.slice(points[i], point))
}

const ALLOWED = [
  ...PAGES.map((path) => (path === '/' ? SITE : `${SITE}${path}`)),
  'https://asked.example/x',
  'https://asked.example',
  'http://keys.example.org/admin',
  'mailto:help@example.org',
  'mailto:me@asked.example',
  'http://github.com',
  'http://keys.example.org',
  'http://asked.example',
  'http://asked.example/x',
]
/** File names end like addresses of countries; an npm package with its version looks like an address of mail to one. */
const FILE_NAME =
  /^http:\/\/[^/@?#:]+\.(?:md|py|rs|sh|pl|cc|mk|ps|so|ml|pm|st|id|name|info|is|at|to|in|do|ac|am|la)$/i
const VERSIONED =
  /^mailto:[^@]*@\d+\.\d+(?:\.\d+)?(?:-(?:alpha|beta|rc|next|canary|dev)(?:\.\d+)*)?(?![\w-]|\.\w)/i

/** Whether readers of an answer from that documentation may be led to this address. */
export function isAllowed(address: string): boolean {
  const bare = address
    .replace(/^\/\//, 'http://')
    .replace(/^mailto:[*_~'"(]+/, 'mailto:')
    .replace(/[.,:;!?*_~'")\]]+$/, '')
  if (ALLOWED.includes(bare) || FILE_NAME.test(bare) || VERSIONED.test(bare)) return true
  if (ALLOWED.includes(bare.split('#', 1)[0] ?? '') && /^[^#]*#[^\s#]*$/.test(bare)) return true
  return isLocal(bare) || isLocal(address)
}

function isLocal(address: string): boolean {
  const whole = address.startsWith('//') ? `http:${address}` : address
  if (!/^https?:/i.test(whole) || !URL.canParse(whole)) return false
  const { hostname, username, password } = new URL(whole)
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) && username === '' && password === ''
}
