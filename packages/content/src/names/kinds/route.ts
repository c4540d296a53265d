import { isMadeByCode } from '../allowed/own-code.ts'
import { SYSTEM_FOLDER } from '../allowed/system-folders.ts'
import { NOBODY } from '../keys/claims.ts'
import { type ChunkPlace, isCode, type KindRule } from '../keys/kind-rule.ts'
import { asPattern, routePath } from '../keys/name-keys.ts'
import { isArgument } from '../pairs/choice.ts'

const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/
const PATH = /^\/[\w~:*{}<>[\]$@.%-][\w/~:*{}<>[\]$@. %-]*(?:\?[\w=&[\]{}<>.-]*)?$/
/** `/my-app/`. */
const OWN = /^\/(?:my|your|our|some)[-_][\w-]*$/i
/** `app.get('/report', async (request) => …)`: the code of the answer serves it. */
function isServed({ text, chunk, region }: ChunkPlace): boolean {
  if (region.kind !== 'fence') return false
  return (
    /\.(?:get|post|put|patch|delete|head|options|all|use|route)\(\s{0,4}["'`]$/.test(
      text.slice(Math.max(region.start, chunk.start - 20), chunk.start),
    ) &&
    /^["'`],\s{0,8}(?:\{|async\b|\(|function\b|[A-Za-z]\w{0,40}\s?=>)/.test(
      text.slice(chunk.end, chunk.end + 60),
    )
  )
}

const FILE = /\.[a-z][a-z0-9]{0,6}$/i

/** HTTP endpoints: a method with its path, and paths in code that are no files. */
export const route: KindRule = {
  kind: 'route',
  read(place) {
    const { chunk, before, text } = place
    if (!chunk.text.startsWith('/') || !PATH.test(chunk.text)) return undefined
    const path = routePath(chunk.text)
    if (OWN.test(path) || isServed(place) || isMadeByCode(path, place.own, /[/_-]/g)) return 'allowed'
    // Of what begins otherwise than the product's paths, its documentation says nothing.
    const [, first = '', second] = path.split('/')
    const claim = second === undefined ? {} : { spaces: [`/${first}/`] }
    const gap = before === undefined ? '' : text.slice(before.end, chunk.start)
    if (before !== undefined && METHOD.test(before.text) && /^[ `*]{1,4}$/.test(gap)) {
      const method = before.text
      return {
        start: /`/.test(gap) ? chunk.start : before.start,
        keys: [`${method} ${path}`, path, ...asPattern(path)],
        belongsTo: { text: method, keys: [`${method} ${path}`, method, method.toLowerCase()], near: false },
        ...claim,
      }
    }
    if (!isCode(place) || FILE.test(chunk.text) || SYSTEM_FOLDER.test(chunk.text)) return undefined
    return path.length > 2
      ? { keys: [path, chunk.text, ...asPattern(path)], ...(isArgument(place) ? NOBODY : claim) }
      : 'allowed'
  },
}
