import { readAttributes, withReferences } from '../formats/asciidoc/read-header.ts'
import { folderOf } from '../paths/folder.ts'
import { type ActivePart, activePart } from './active-part.ts'
import { escapes } from './imported-module.ts'

/** How formats take in another file; the first group is its path. Each is tried on one line. */
const INCLUDES: readonly RegExp[] = [
  /^[ \t>]{0,40}[-;]{1,2}8<[-;]{1,2}[ \t]{1,20}["']?([^"'\n]{1,500})/g,
  /\{%[-+]?[ \t]{0,20}(?:include|include-markdown|include_relative|include_code|extends|partial|code|source)[ \t]{1,20}(?:file=)?["']?([^"'\s%]{1,500})/g,
  /\{![ \t]{0,20}([^!\n]{1,500}?)[ \t]{0,20}!\}/g,
  /\{\{#(?:include|rustdoc_include|playground|embed|template)[ \t]{1,20}([^}\s]{1,500})/g,
  /\{\{[<%][ \t]{0,20}(?:include|embed|read-?file|include-?file|code-?file|file)[ \t]{1,20}(?:file=|path=)?["']?([^"'>\s}]{1,500})/gi,
  /^include::([^[\n]{1,500})\[/g,
  /^[ \t]{0,80}\.\.[ \t]{1,20}(?:include|literalinclude|csv-table|raw|image|figure|graphviz|uml)::[ \t]{0,20}([^\s]{1,500})/g,
  /^[ \t]{0,80}:(?:file|url|relative-docs|relative-images|start-file):[ \t]{0,20}([^\s]{1,500})/g,
  /^[ \t>]{0,80}(?:`{3,}|~{3,}|:{3,})[ \t]{0,20}\{(?:include|literalinclude|embed|image|figure)\}[ \t]{0,20}([^\s]{1,500})/g,
  /^[ \t]{0,40}<<<[ \t]{0,20}([^\s{]{1,500})/g,
  /<!--[ \t]{0,20}@include:[ \t]{0,20}([^>\s]{1,500})/g,
  /^[ \t]{0,40}#\+(?:include|setupfile):[ \t]{0,20}"?([^"\s]{1,500})/gi,
  /\(([^()\s]{1,500})[ \t]{1,20}['"]:include/g,
  /!\[[^\]\n]{0,500}\]\(([^()\s]{1,500})/g,
]
/** Images of other websites are fetched by readers. */
const IMAGE = /^!\[/
const FENCE_OF_SNIPPETS = /^[ \t>]{0,40}[-;]{1,2}8<[-;]{1,2}[ \t]*$/
const SYSTEM =
  /^\/(?:etc|proc|root|home|var|usr|tmp|dev|sys|opt|mnt|run|srv|boot|lib|bin|Users|private|Volumes)(?:\/|$)/i
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]{0,20}:\/\/|file:|\/\/|~|[a-z]:[\\/]|\\\\|\$)/i
/** Names that hold credentials, and the folder of git. */
const SECRET =
  /(?:^|\/)(?:\.env(?:\.[^/]*)?|\.git|\.npmrc|\.netrc|_netrc|\.pypirc|\.pgpass|\.htpasswd|\.ssh|\.aws|\.kube|\.docker|\.gnupg|id_(?:rsa|ed25519|ecdsa)[^/]*|[^/]*\.(?:pem|key|p12|pfx|jks|keystore|tfvars))(?:$|\/)/i

/** Whether a path names what holds credentials: no page takes its text. */
export function isSecretName(path: string): boolean {
  return SECRET.test(path)
}

/** Files that a page takes in from outside of the repository, from a website, or from where secrets are. */
export function outsideIncludes(file: string, text: string): ActivePart[] {
  const parts: ActivePart[] = []
  let attributes: Record<string, string> | undefined
  let isListOfSnippets = false
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    const line = text.slice(start, Math.min(end, start + 4_000)).replace(/\r$/, '')
    if (FENCE_OF_SNIPPETS.test(line)) isListOfSnippets = !isListOfSnippets
    else if (isListOfSnippets && isOutside('', line.trim().replace(/^["']|["']$/g, '')))
      parts.push(activePart('include', text, start, end))
    if (/[{<!#:(.8]/.test(line))
      for (const pattern of INCLUDES)
        for (const { 0: whole, 1: written = '', index } of line.matchAll(pattern)) {
          if (written.includes('{')) attributes ??= readAttributes(text)
          const target = written.includes('{') ? withReferences(written, attributes ?? {}) : written
          if (IMAGE.test(whole) && /^(?:https?:)?\/\//i.test(target)) continue
          // Snippets are named from the top of the repository.
          const folder = /8<|\{!/.test(whole) ? '' : folderOf(file)
          if (isOutside(folder, target))
            parts.push(activePart('include', text, start + index, start + index + whole.length))
        }
    start = end + 1
  }
  return parts
}

function isOutside(folder: string, target: string): boolean {
  const decoded = withoutEscapes(target.trim())
  if (decoded === '') return false
  if (ELSEWHERE.test(decoded) || SYSTEM.test(decoded)) return true
  const path = decoded
    .replace(/[?#].*$/s, '')
    .replace(/(?<=\.\w{1,10}):.*$/s, '')
    .replaceAll('\\', '/')
  // Roots of sites and projects: `/`, `@/`.
  const inside = /^@?\//.test(path) ? path.replace(/^@?\/+/, '') : `${folder}/${path}`
  return escapes(inside) || SECRET.test(inside)
}

function withoutEscapes(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch (error) {
    if (error instanceof URIError) return target
    throw error
  }
}
