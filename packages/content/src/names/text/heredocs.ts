import type { Region } from './region.ts'

const SHELL = new Set([
  '',
  'bash',
  'sh',
  'shell',
  'zsh',
  'console',
  'shell-session',
  'sh-session',
  'shellsession',
])
/** `<<EOF`, `<<-'EOF'`; `<<<` is a text of one line. https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_07_04 */
const OPENING = /(?<!<)<<[-~]?[ \t]{0,4}(["']?)([A-Za-z_]\w{0,40})\1(?!\w)/
const FILE = /[\w./$*-]{0,100}\.(ya?ml|json|toml|ini|conf|cfg|env|properties|py|js|ts|rb|sql|xml|html)\b/g
/** They read manifests from their input. */
const MANIFESTS = /\b(?:kubectl|oc|kustomize|docker[ -]compose)\b/
const LONGEST_LINE = 400

/** A fenced block in pieces: the documents that a script writes (`cat > app.yaml <<EOF`) are in languages of their own. */
export function withHeredocs(text: string, fence: Region): Region[] {
  if (!SHELL.has(fence.language) || !text.slice(fence.start, fence.end).includes('<<')) return [fence]
  const pieces: Region[] = []
  let from = fence.start
  for (let at = fence.start; at < fence.end; ) {
    const [line, next] = lineAt(text, at, fence.end)
    at = next
    const marker = line.includes('<<') ? OPENING.exec(line)?.[2] : undefined
    if (marker === undefined) continue
    const end = endOf(text, at, fence.end, marker)
    if (end === undefined) break
    if (from < at) pieces.push({ ...fence, start: from, end: at })
    if (at < end) pieces.push({ kind: 'fence', start: at, end, language: languageOf(line) })
    from = end
    at = end
  }
  if (from < fence.end) pieces.push({ ...fence, start: from })
  return pieces
}

/** Where the line begins that ends the document. */
function endOf(text: string, from: number, to: number, marker: string): number | undefined {
  for (let at = from; at < to; ) {
    const [line, next] = lineAt(text, at, to)
    if (line.trim() === marker) return at
    at = next
  }
  return undefined
}

/** The beginning of a line, and where the next one begins. */
function lineAt(text: string, at: number, to: number): [line: string, next: number] {
  const newline = text.indexOf('\n', at)
  const end = newline === -1 || newline >= to ? to : newline
  return [text.slice(at, Math.min(end, at + LONGEST_LINE)), Math.min(to, end + 1)]
}

function languageOf(line: string): string {
  const file = [...line.matchAll(FILE)].at(-1)?.[1]
  return file ?? (MANIFESTS.test(line) ? 'yaml' : '')
}
