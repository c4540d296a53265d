import type { PullRequest } from '@docent/core/plugin'
import { escapeHtml } from '../html/html.ts'
import { escapeVisibly } from './escape-visibly.ts'
import { PAGE_STYLE } from './page-style.ts'
import { parseDiff } from './parse-diff.ts'
import { renderDiff, renderFileList } from './render-diff.ts'

/** What a server adds to the page. */
export interface PullRequestPageParts {
  /** The form of the merge button, for a person who may merge. */
  merge?: {
    action: string
    /** The commit that the person sees. */
    head: string
    /** Shows that the form is of the person's own session. */
    token: string
  }
  /** The way back, for a person who came from the dashboard: an address of the same server, and its name. */
  back?: { href: string; text: string }
  /** Of the project. Paths of pictures are of the same server, and the accent is a hex color. */
  brand?: { name: string; accent?: string; logo?: { light?: string; dark?: string } }
  /** Why the last thing that was tried did not work. */
  notice?: string
  /** Address of a changed file as a rendered page; undefined for a file that is no page. */
  rendered?(side: 'before' | 'after', path: string): string | undefined
}

/** What a server sends with the page: no other site shows it in a frame. */
export function pullRequestPolicy(parts: PullRequestPageParts = {}): string {
  return `${ownPolicy(parts)}; frame-ancestors 'none'`
}

/** Also in the page itself: it holds however the page is served or saved. A page cannot forbid frames around it. */
function ownPolicy({ merge, rendered, brand }: PullRequestPageParts): string {
  const forms = merge === undefined ? "'none'" : "'self'"
  const frames = rendered === undefined ? '' : "; frame-src 'self'"
  const images = brand?.logo === undefined ? '' : "; img-src 'self'"
  return `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${forms}${frames}${images}`
}

/** A form must say where it was sent from. Otherwise the address of the page stays secret. */
export function pullRequestReferrers({ merge }: PullRequestPageParts = {}): 'same-origin' | 'no-referrer' {
  return merge === undefined ? 'no-referrer' : 'same-origin'
}

/**
 * The page of a pull request: one HTML document that runs nothing, and loads nothing but the frames of `parts`. Title, body, file names and diff
 * are other people's text and are escaped.
 *
 * @param diff unified, as `git diff` writes it
 * @example
 * const found = await host.findByToken(token)
 * const html = found && (await renderPullRequestPage(found.pull, found.diff))
 */
export async function renderPullRequestPage(
  pull: PullRequest,
  diff: string,
  parts: PullRequestPageParts = {},
): Promise<string> {
  // Imported here: sixty files that a server otherwise loads at its start.
  const { renderMarkdown } = await import('./render-markdown.ts')
  const state = pull.draft && pull.state === 'open' ? 'draft' : pull.state
  const files = parseDiff(diff)
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(ownPolicy(parts))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="${pullRequestReferrers(parts)}">
<title>${escapeHtml(pull.title)} · Pull request ${pull.number}</title>
<style>${PAGE_STYLE}${accentRule(parts)}</style>
</head>
<body>
<main>
${brandLine(parts)}${parts.back === undefined ? '' : `<p class="back"><a href="${escapeHtml(parts.back.href)}">← ${escapeVisibly(parts.back.text)}</a></p>\n`}<h1>${escapeVisibly(pull.title)} <small>#${pull.number}</small></h1>
<p class="facts"><span class="state ${state}">${state}</span> <span><code>${escapeVisibly(pull.branch)}</code> → <code>${escapeVisibly(pull.base)}</code></span> <span class="quiet">opened ${timeOf(pull.createdAt)}${endedWords(pull)}</span></p>
${parts.notice === undefined ? '' : `<p class="notice" role="alert">${escapeVisibly(parts.notice)}</p>`}
${parts.merge === undefined ? gitCommands(pull) : `<div class="bar">${mergeForm(parts)}${gitCommands(pull)}</div>`}
<h2>Description</h2>
<div class="body">${renderMarkdown(pull.body)}</div>
<h2>${files.length} changed ${files.length === 1 ? 'file' : 'files'} <span class="plus">+${added}</span> <span class="minus">−${removed}</span></h2>
${renderFileList(files)}
${renderDiff(files, parts.rendered)}
</main>
</body>
</html>
`
}

function accentRule({ brand }: PullRequestPageParts): string {
  const { accent = '' } = brand ?? {}
  return /^#[0-9a-f]{6}$/i.test(accent) ? `:root{--docent-accent:${accent}}` : ''
}

/** The logo of each theme, or of both; the name where there is none. */
function brandLine({ brand }: PullRequestPageParts): string {
  if (brand === undefined) return ''
  const { light, dark } = brand.logo ?? {}
  const image = (path: string, theme: string) =>
    `<img class="${theme}" src="${escapeHtml(path)}" alt="${escapeHtml(brand.name)}">`
  const shown =
    light !== undefined && dark !== undefined
      ? image(light, 'only-light') + image(dark, 'only-dark')
      : light !== undefined || dark !== undefined
        ? image(light ?? dark ?? '', '')
        : escapeVisibly(brand.name)
  return `<p class="brand">${shown}</p>\n`
}

/** When it was merged or closed, and by whom. */
function endedWords({ state, ended }: PullRequest): string {
  if (ended === undefined || state === 'open') return ''
  const by = ended.by === undefined ? '' : ` by ${escapeVisibly(ended.by)}`
  return `, ${state} ${timeOf(ended.at)}${by}`
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

function timeOf(at: number): string {
  return `<time datetime="${new Date(at).toISOString()}">${DAY.format(at)}</time>`
}

function mergeForm({ merge }: PullRequestPageParts): string {
  if (merge === undefined) return ''
  const { action, head, token } = merge
  return `<form class="merge" method="post" action="${escapeHtml(action)}"><input type="hidden" name="head" value="${escapeHtml(head)}"><input type="hidden" name="token" value="${escapeHtml(token)}"><button type="submit">Merge pull request</button> <span class="quiet">Readers see the change within a minute.</span></form>`
}

/** What to type in a clone of the repository. */
function gitCommands({ branch, base, state }: PullRequest): string {
  if (state !== 'open') return ''
  const [from, to] = [branch, base].map(shellWord)
  const commands = `git fetch origin ${from}:${from}\ngit switch ${to}\ngit merge --no-ff ${from}\ngit push origin ${to}`
  return `<details class="commands"><summary>Merge on the command line</summary><pre tabindex="0"><code>${escapeHtml(commands)}</code></pre></details>`
}

/** A name of a branch may hold what a shell reads as a command. */
function shellWord(name: string): string {
  return /^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`
}
