import { escapeHtml } from '../html/html.ts'
import { type ChangedWords, changedWords } from './changed-words.ts'
import { escapeVisibly } from './escape-visibly.ts'
import type { DiffFile, DiffLine } from './parse-diff.ts'

/** Lines of one page; a browser on a phone still scrolls it. */
const MAX_LINES = 10_000
/** Characters of one line: a minified file is one line. */
const MAX_LINE = 2_000

/** The list of files, each linked to its part of the diff. */
export function renderFileList(files: readonly DiffFile[]): string {
  const items = files.map(
    (file, index) =>
      `<li><a href="#file-${index}">${nameOf(file)}</a> <span class="plus">+${file.added}</span> <span class="minus">−${file.removed}</span></li>`,
  )
  return `<ul class="files">${items.join('')}</ul>`
}

/** Every file with its changed lines. */
export function renderDiff(
  files: readonly DiffFile[],
  rendered?: (side: 'before' | 'after', path: string) => string | undefined,
): string {
  let left = MAX_LINES
  const sections = files.map((file, index) => {
    const lines = file.lines.slice(0, left)
    left -= lines.length
    const hidden = file.lines.length - lines.length
    const words = changedWords(lines)
    const parts = [`<section id="file-${index}"><h3>${nameOf(file)} <small>${file.change}</small></h3>`]
    if (file.isBinary) parts.push('<p class="quiet">Binary file.</p>')
    else if (file.lines.length === 0) parts.push('<p class="quiet">No changed lines.</p>')
    if (lines.length > 0)
      parts.push(
        `<div class="scroll"><table>${lines.map((line) => renderLine(line, words.get(line))).join('')}</table></div>`,
      )
    if (hidden > 0) parts.push(`<p class="quiet">${hidden} more lines are not shown.</p>`)
    parts.push(renderedPages(file, rendered))
    return `${parts.join('')}</section>`
  })
  return sections.join('\n')
}

/** A page as readers saw it, and as they will see it, side by side. */
function renderedPages(
  { path, from, change }: DiffFile,
  rendered: ((side: 'before' | 'after', path: string) => string | undefined) | undefined,
): string {
  const frame = (side: 'before' | 'after', file: string) => {
    const address = rendered?.(side, file)
    if (address === undefined) return ''
    const title = side === 'before' ? 'Before' : 'After'
    return `<figure><figcaption>${title} · <a href="${escapeHtml(address)}">open</a></figcaption><iframe src="${escapeHtml(address)}" title="${title}: ${escapeHtml(file)}" loading="lazy" sandbox></iframe></figure>`
  }
  const before = change === 'added' ? '' : frame('before', from ?? path)
  const after = change === 'deleted' ? '' : frame('after', path)
  if (before + after === '') return ''
  return `<details class="rendered" open><summary>Rendered page</summary><div class="pair">${before}${after}</div></details>`
}

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = {
  place: '',
  context: ' ',
  added: '+',
  removed: '-',
  note: '',
}

function renderLine(line: DiffLine, words: ChangedWords | undefined): string {
  const { kind, oldLine, newLine } = line
  return `<tr class="${kind}"><td class="old" data-line="${oldLine ?? ''}"></td><td data-line="${newLine ?? ''}"></td><td>${SIGNS[kind]}${renderText(line, words)}</td></tr>`
}

function renderText({ kind, text }: DiffLine, words: ChangedWords | undefined): string {
  if (words !== undefined) {
    const tag = kind === 'removed' ? 'del' : 'ins'
    const [from, to] = words
    const changed = escapeVisibly(text.slice(from, to))
    return `${escapeVisibly(text.slice(0, from))}<${tag}>${changed}</${tag}>${escapeVisibly(text.slice(to))}`
  }
  const cut = text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)} … (${text.length} characters)` : text
  return escapeVisibly(cut)
}

function nameOf({ path, from }: DiffFile): string {
  return from === undefined || from === path
    ? escapeVisibly(path)
    : `${escapeVisibly(from)} → ${escapeVisibly(path)}`
}
