import { type ActivePart, activePart } from './active-part.ts'

const LANGUAGE =
  'python\\d?|py|ipython|r|rcpp|julia|jl|bash|sh|zsh|fish|shell|powershell|cmd|javascript|js|jsx|ts|typescript|node|ojs|sql|ruby|rb|perl|rust|go|stan|cpp|c|scala|java|kotlin|sas|stata|matlab|octave|php|lua|haskell|clojure|elixir'
/** Directives that run what they hold, or that write it into the page as it is. */
const RUNS =
  /^(?:exec(?:ute)?(?:[-_:].*)?|.*[-_:](?:exec|execute)|eval(?:[-_].*)?|code-cell|raw(?:-.*)?|jupyter-.*|ipython|marimo|plot|(?:matplotlib|pyvista|altair|bokeh|nb)-?plot|program-output|command-output|commandoutput|command|runcmd|run|runblock|autorun|run-code|ifconfig|test(?:setup|code|cleanup)|jinja|datatemplate.*|replite|jupyterlite|pyscript|pyodide|webr|thebe|=\w+)$/i
const LANGUAGES = new RegExp(`^(?:${LANGUAGE})$`, 'i')
const FENCE =
  /^[ \t>]{0,80}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}){0,3}(`{3,}|~{3,}|:{3,})[ \t]{0,20}([^\n]{0,1000})$/
const CLOSING = /^[ \t>]{0,80}(`{3,}|~{3,}|:{3,})[ \t]*$/
const RST = /^([ \t]{0,80})\.\.[ \t]{1,20}(?:\|[^|\n]{1,200}\|[ \t]{1,20})?([\w:.+-]{1,60})::(?:[ \t]|$)/
const RAW_ROLE = /^[ \t]{0,80}\.\.[ \t]{1,20}role::[ \t]{1,20}[\w-]{1,60}\([ \t]{0,20}(?:raw|exec|eval)/i
const ROLE = /(?:\{(?:eval|exec|raw(?:-\w+)?)\}|:(?:eval|exec|raw(?:-\w+)?):)`[^`\n]{1,500}`/gi
/** Code in a line of Quarto and knitr, and text that Pandoc writes as it is. */
const INLINE = new RegExp(
  `(?<!\`)\`(?:r |\\{(?:${LANGUAGE})\\} ?)[^\`\\n]{1,500}\`|\`[^\`\\n]{1,500}\`\\{=\\w{1,20}\\}`,
  'gi',
)
/** Comments that preprocessors run: mdbook-cmdrun, cog, markdown-magic, embedme, and their like. */
const COMMAND =
  /<!--[ \t]{0,20}(?:cmdrun|exec|run|runcmd|sh|shell|bash|cmd|command|eval|embedme|doc-?gen|docs-auto|auto-generated-content|codegen|mdsh|tsh|>|\$|\[\[\[cog)\b[^\n]{0,500}|\[\[\[cog\b[^\n]{0,500}/gi
const ORG =
  /^[ \t]{0,40}#\+(?:call:|begin_export\b|begin_src\b(?=[^\n]*:(?:exports[ \t]+(?:results|both)|eval))|property:[^\n]*header-args|bind:)/i
const ATTRIBUTE = /^:(?:allow-uri-read|docinfo\w*|link-attrs|safe-mode\w*|stylesheet|linkcss|kroki-[\w-]+):/i

/** Directives, code blocks, roles, and comments that a build runs, in Markdown, MyST, reStructuredText, AsciiDoc, and Org. */
export function directiveCode(text: string): ActivePart[] {
  const parts: ActivePart[] = []
  for (let start = 0; start < text.length; ) {
    const next = lineEnd(text, start) + 1
    const line = text.slice(start, Math.min(next - 1, start + 4_000)).replace(/\r$/, '')
    const end = blockEnd(text, next, line)
    if (end !== undefined) {
      // What it holds goes with it.
      parts.push(activePart('directive', text, start, end))
      start = Math.max(next, end + 1)
      continue
    }
    if (RAW_ROLE.test(line) || ORG.test(line)) parts.push(activePart('directive', text, start, next))
    else if (ATTRIBUTE.test(line)) parts.push(activePart('metadata', text, start, next))
    for (const [pattern, kind] of [
      [ROLE, 'directive'],
      [INLINE, 'directive'],
      [COMMAND, 'command'],
    ] as const)
      for (const { 0: whole, index } of line.matchAll(pattern))
        parts.push(activePart(kind, text, start + index, start + index + whole.length))
    start = next
  }
  return parts
}

/** Where a block that runs ends; undefined for a line that opens none. */
function blockEnd(text: string, next: number, line: string): number | undefined {
  const [, mark = '', info = ''] = FENCE.exec(line) ?? []
  if (mark !== '') return runsAsFence(info.trim()) ? fenceEnd(text, next, mark) : undefined
  const [, indent = '', name = ''] = RST.exec(line) ?? []
  return name !== '' && RUNS.test(name) ? indentedEnd(text, next, indent.length) : undefined
}

function runsAsFence(info: string): boolean {
  const braced = /^\{[ \t]{0,10}(=?[\w:.+-]{1,60})/.exec(info)?.[1]
  // What eval-rst holds is read line by line.
  if (braced !== undefined && braced !== 'eval-rst') {
    if (RUNS.test(braced) || LANGUAGES.test(braced)) return true
  }
  return (
    // Documenter.jl, markdown-exec, and live code blocks.
    /^(?:\{)?@(?:example|eval|repl|setup|raw)\b/.test(info) ||
    /(?:^|[\s{])(?:exec|live|eval|cmdrun)(?:[\s}=]|$)/i.test(info)
  )
}

function fenceEnd(text: string, from: number, mark: string): number {
  for (let start = from; start < text.length; ) {
    const end = lineEnd(text, start)
    const closing = CLOSING.exec(text.slice(start, Math.min(end, start + 400)).replace(/\r$/, ''))?.[1]
    if (closing?.startsWith(mark)) return end
    start = end + 1
  }
  return text.length
}

function indentedEnd(text: string, from: number, indent: number): number {
  let last = from
  for (let start = from; start < text.length; ) {
    const end = lineEnd(text, start)
    const line = text.slice(start, end)
    if (line.trim() !== '') {
      if (line.search(/\S/) <= indent) break
      last = end
    }
    start = end + 1
  }
  return last
}

function lineEnd(text: string, start: number): number {
  const found = text.indexOf('\n', start)
  return found < 0 ? text.length : found
}
