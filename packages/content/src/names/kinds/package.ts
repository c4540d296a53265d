import { isPlaceholder } from '../allowed/placeholders.ts'
import { type ChunkPlace, isCode, type KindRule } from '../keys/kind-rule.ts'
import { pathSpace } from '../keys/name-keys.ts'

const WITH_VERSION =
  /^(@?[A-Za-z][\w.-]{0,60}(?:\/[\w.-]{1,60})*)@([~^<>=]{0,2}v?\d[\w.*+-]{0,30}|[a-z]{1,12})$/
const SCOPED = /^@[a-z][\w.-]{0,40}\/[a-z0-9][\w.-]{0,60}(?:\/[\w./-]{1,80})?$/
/** `vite/client`. */
const BELOW = /^[a-z][\w-]{0,40}(?:\/[a-z][\w-]{0,60}){1,3}$/
/** Tags that every registry has. */
const TAG = /^(?:latest|next|beta|alpha|canary|rc|stable|lts|dev|nightly)$/

/** "Write it into `profiles/mine`": a file of the reader. */
function isWritten({ text, chunk }: ChunkPlace): boolean {
  const before = text.slice(Math.max(0, chunk.start - 60), chunk.start)
  return /\b(?:write|save|put|store|copy)\b[^.`\n]{0,40}\b(?:into|in|as|to) `$/i.test(before)
}

/** Packages, with a version or a scope: `vite@5.0.0`, `@scope/name`. */
export const packageName: KindRule = {
  kind: 'package',
  read(place) {
    const { text } = place.chunk
    if (place.isWholeSpan && BELOW.test(text) && !isWritten(place))
      return { keys: [text], spaces: [pathSpace(text) ?? ''] }
    if (!text.includes('@')) return undefined
    const versioned = WITH_VERSION.exec(text)
    if (versioned !== null && (isCode(place) || /\d/.test(versioned[2] ?? ''))) {
      const [, name = '', written = ''] = versioned
      if (isPlaceholder(name) || place.isForeign) return 'allowed'
      const version = written.replace(/^[~^<>=]+/, '').replace(/^v/, '')
      if (TAG.test(version)) return { keys: [text, name] }
      return { keys: [text, `${name}@${version}`, `${name}@v${version}`], parts: [name, version] }
    }
    if (!SCOPED.test(text)) return undefined
    if (isPlaceholder(text.slice(1))) return 'allowed'
    const [scope = '', name = '', ...below] = text.split('/').filter((segment) => segment !== '')
    const spaces = [`${scope}/`]
    return below.length === 0
      ? { keys: [text], spaces }
      : { keys: [text], parts: [`${scope}/${name}`, ...below], spaces }
  },
}
