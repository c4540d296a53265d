import { formatOf, isInFormats } from '@docent/content'

/** Frontmatter at the beginning of a page, between lines of `---` or `+++`. */
const FRONTMATTER = /^\ufeff?(?:---|\+\+\+)[ \t]*\r?\n[\s\S]{0,50000}?\n(?:---|\+\+\+)[ \t]*(?:\r?\n|$)/
/** Of the frontmatter only these are read by people. */
const PROSE_KEYS = /^(?:title|description|summary)[ \t]*[:=]/
/** Of Markdown and of MDX. */
const COMMENTS: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['{/*', '*/}'],
]
const IMPORT = /^(?:import|export)\s.{0,1000}$/
/** Targets inside the site: the checks of links look at them. */
const INNER_TARGETS = [
  /\]\(<?(?!(?:https?|wss?|ftp):)[^()\s<>]{1,500}/g,
  /\b(?:href|src|to|url|icon|img|class|className|id|style)=(?:"(?!https?:)[^"\n]{0,500}"|'(?!https?:)[^'\n]{0,500}'|\{[^}\n]{0,500}\})/g,
  /^[ \t]{0,3}\[[^\]\n]{1,200}\]:[ \t]*(?!https?:)\S{1,500}/gm,
  /\{#[^\s{}]{1,200}\}/g,
  // MyST: labels, and roles whose text is one. Of "text <label>" the text is read.
  /^\([^()\n]{1,200}\)=[ \t]*$/gm,
  /\{(?:numref|ref|eq|doc|term|any|cite(?::\w{1,20})?)\}`[^`<>\n]{1,300}`/g,
  /(?<=\{(?:numref|ref|eq|doc|term|any|cite(?::\w{1,20})?)\}`[^`<>\n]{1,300})<[^`<>\n]{1,300}>(?=`)/g,
]
/** A comment of MyST, outside of code. */
const PERCENT = /^%(?:[ \t]|$)/

/** What nobody reads of AsciiDoc: comments, attributes and references to them, anchors, images, targets inside the site. */
const HIDDEN_IN_ASCIIDOC = [
  /^\/\/(?!\/).*$/gm,
  /^:!?[\w-]{1,100}!?:.*$/gm,
  /\{[A-Za-z][\w-]{0,100}\}/g,
  /^\[[^\n]{0,500}\][ \t]*$/gm,
  /\[\[[^\]\n]{1,200}\]\]|\[#[^\]\n]{1,200}\]/g,
  /<<[^<>,\n]{1,300}(?=[,>])/g,
  /\b(?:image|video|audio|icon)::?(?!\s)[^[\]\n]{1,500}\[[^\]\n]{0,500}\]/g,
  /\b(?:link|xref|include|footnote|anchor)::?(?!https?:|\s)[^[\]\s]{1,500}(?=\[)/g,
]
const HIDDEN_IN_RST = [
  /^[ \t]{0,100}\.\. _[^\n]{1,300}:[ \t]*$/gm,
  /^[ \t]{0,100}\.\.[ \t]+(?![_[|])(?![^\n]{0,100}::)[^\n]*$/gm,
  /^[ \t]{1,100}:[a-z][\w-]{0,60}:(?=[ \t]|$)/gm,
  /:(?:numref|term|any|eq|cite):`[^`<>\n]{1,300}`/g,
]
const ASCIIDOC_COMMENT = /^\/{4,40}[ \t]*$/gm

/**
 * The text of a page as its names are read, every character in its place: without what people do not read (keys of
 * frontmatter, imports, comments), and without targets of links inside the site.
 *
 * @param path its ending tells the format
 */
export function checkedText(text: string, path: string): string {
  if (isInFormats(path, ['rst'])) return checkedRst(path, text)
  return isInFormats(path, ['asciidoc']) ? checkedAsciidoc(text) : checkedMarkdown(text)
}

/** Without comments, names of labels, and options of directives, too. */
function checkedRst(path: string, text: string): string {
  let checked = text
  for (const hidden of HIDDEN_IN_RST) checked = checked.replace(hidden, blank)
  let kept = ''
  let done = 0
  for (const { kind, start, end } of formatOf(path).links(path, text)) {
    if (kind === 'external' || start < done) continue
    kept += checked.slice(done, start) + blank(checked.slice(start, end))
    done = end
  }
  return kept + checked.slice(done)
}

function checkedAsciidoc(text: string): string {
  let checked = withoutCommentBlocks(text)
  for (const hidden of HIDDEN_IN_ASCIIDOC) checked = checked.replace(hidden, blank)
  return checked
}

/** Each begins and ends with a line of slashes. */
function withoutCommentBlocks(text: string): string {
  let kept = ''
  let done = 0
  let open: number | undefined
  for (const { 0: mark, index } of text.matchAll(ASCIIDOC_COMMENT)) {
    if (open === undefined) {
      open = index
      continue
    }
    const end = index + mark.length
    kept += text.slice(done, open) + blank(text.slice(open, end))
    done = end
    open = undefined
  }
  return kept + text.slice(done)
}

function checkedMarkdown(text: string): string {
  let checked = text.replace(FRONTMATTER, (block) =>
    block
      .split('\n')
      .map((line) => (PROSE_KEYS.test(line) ? line.replace(PROSE_KEYS, blank) : blank(line)))
      .join('\n'),
  )
  for (const target of INNER_TARGETS) checked = checked.replace(target, blank)
  for (const [open, close] of COMMENTS) checked = withoutBetween(checked, open, close)
  return withoutImports(checked)
}

function withoutBetween(text: string, open: string, close: string): string {
  let kept = ''
  let done = 0
  for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, done)) {
    const end = text.indexOf(close, at + open.length)
    if (end === -1) break
    kept += text.slice(done, at) + blank(text.slice(at, end + close.length))
    done = end + close.length
  }
  return kept + text.slice(done)
}

/** Imports of MDX and comments of MyST, not those of sample code. */
function withoutImports(text: string): string {
  let fence = ''
  return text
    .split('\n')
    .map((line) => {
      const mark = /^[ \t>]{0,20}(`{3,}|~{3,})/.exec(line)?.[1]
      if (mark !== undefined) {
        if (fence === '') fence = mark
        else if (mark.startsWith(fence)) fence = ''
      }
      return fence === '' && (IMPORT.test(line) || PERCENT.test(line)) ? blank(line) : line
    })
    .join('\n')
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
