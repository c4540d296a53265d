import { isPlaceholder } from '../allowed/placeholders.ts'
import { beginnings } from '../keys/claims.ts'
import type { KindRule } from '../keys/kind-rule.ts'
import { asPattern, pathSpace, routePath } from '../keys/name-keys.ts'

const URL = /^(?:https?|wss?|ftp|postgres(?:ql)?|mysql|redis|mongodb(?:\+srv)?):\/\/([^/?#]{0,200})(.*)$/i
/** Hosts that documentation makes up, as RFC 2606 keeps them free for it, and this machine. */
const EXAMPLE_HOST =
  /(?:^|[.@])(?:localhost|example|test|invalid|(?:example|acme|my-?\w{0,20}|your-?[\w-]{0,30})\.\w{2,10}(?:\.\w{2,10})?)(?::\d+)?$|^(?:127\.|0\.0\.0\.0|10\.|192\.168\.)/i

/** A part of the path that stands for one's own: `/my-app`, `/yourName` and `/myapp`, and not `/MyST-Parser`. */
const OWN_SEGMENT =
  /\/(?:\.{3}|[<{$]|(?:your|my|our|some|YOUR|MY|OUR|SOME)(?:[-_.A-Z]|(?:app|repo|project|org|name|user|account|team|company|site|page|domain|image|bucket|server|service|api|file|path|id)|(?=[/?#]|$)))/

/** Repositories of nobody. */
const OWN_REPOSITORY =
  /^(?:github|gitlab|bitbucket)\.(?:com|org)\/(?:acme|company|corp|example|foo|org|owner|team|user)[-_.\w]{0,20}\//i

/** Without one, what an address has as any part is an id of the reader. */
const PLACEHOLDER = /[*<{[$:]/

/** How Git writes an address to be reached over SSH. */
const OVER_SSH = /^git@([\w.-]{1,200}):/

/** Addresses: host and path, without the scheme. */
export const url: KindRule = {
  kind: 'url',
  read({ chunk, region, language, own: { texts } }) {
    if (!chunk.text.includes(':')) return undefined
    const found = URL.exec(chunk.text.replace(OVER_SSH, 'https://$1/'))
    if (found === null) return undefined
    const [, host = '', rest = ''] = found
    if (OWN_REPOSITORY.test(`${host}${rest}`) || !/^(?:http|ws|ftp|git@)/i.test(chunk.text)) return 'allowed'
    const path = routePath(rest)
    const isExample = EXAMPLE_HOST.test(host) || isPlaceholder(host) || host === ''
    if (OWN_SEGMENT.test(rest)) return 'allowed'
    if (isExample) {
      // What comes after a host of one's own is still the product's: an endpoint. What a setting has as its value is not,
      // and what a script calls is so only below a path of the product.
      const family = region.kind === 'fence' ? language.family : 'none'
      const depth = path.split('/').length - 1
      if (family === 'data' || depth < 2) return 'allowed'
      // What the code of the answer serves: `http://localhost:4000/api/books` of `resources "/books"`.
      if (texts.has(path.slice(path.lastIndexOf('/') + 1))) return 'allowed'
      // A script calls its reader's own, too.
      const keys = [path, path.slice(1), ...asPattern(path)]
      if (family === 'script' && depth < 3) return { keys, spaces: [] }
      return { keys, spaces: spaceOf(path), claimedBy: beginnings(path, /(?<=.)[/-]/g) }
    }
    const plain = `${host}${rest}`.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '')
    const bare = plain.replace(/^www\./, '')
    const repository = bare.endsWith('.git') ? bare.slice(0, -4) : `${bare}.git`
    const own = path.includes('*') && !PLACEHOLDER.test(rest) ? [host] : []
    const keys = [plain, `${host}${path === '/' ? '' : path}`, bare, `www.${bare}`, repository, ...own]
    return {
      keys,
      spaces: spaceOf(bare),
      claimedBy: [plain, bare].flatMap((each) => beginnings(each, /[/-]/g, region.kind === 'fence' ? 2 : 1)),
    }
  },
}

function spaceOf(path: string): string[] {
  const space = pathSpace(path)
  return space === undefined ? [] : [space]
}
