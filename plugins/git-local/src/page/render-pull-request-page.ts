import type { PullRequest } from '@docent/core'
import { escapeHtml, escapeVisibly } from './escape-html.ts'
import { PAGE_STYLE } from './page-style.ts'
import { parseDiff } from './parse-diff.ts'
import { renderDiff, renderFileList } from './render-diff.ts'

/** Also in the page itself: it holds however the page is served or saved. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/**
 * The page of a pull request: one HTML document that loads nothing and runs nothing. Title, body, file names and diff
 * are other people's text and are escaped.
 *
 * @param diff unified, as `git diff` writes it
 * @example
 * const found = await host.findByToken(token)
 * const html = found && (await renderPullRequestPage(found.pull, found.diff))
 */
export async function renderPullRequestPage(pull: PullRequest, diff: string): Promise<string> {
  // Imported here: sixty files that a server otherwise loads at its start.
  const { renderMarkdown } = await import('./render-markdown.ts')
  const state = pull.draft && pull.state === 'open' ? 'draft' : pull.state
  const files = parseDiff(diff)
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  const opened = new Date(pull.createdAt).toISOString()
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(pull.title)} · Pull request ${pull.number}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeVisibly(pull.title)} <small>#${pull.number}</small></h1>
<p><span class="state ${state}">${state}</span> <code>${escapeVisibly(pull.branch)}</code> → <code>${escapeVisibly(pull.base)}</code> <span class="quiet">opened <time datetime="${opened}">${opened.slice(0, 10)}</time></span></p>
<div class="body">${renderMarkdown(pull.body)}</div>
<h2>${files.length} changed ${files.length === 1 ? 'file' : 'files'} <span class="plus">+${added}</span> <span class="minus">−${removed}</span></h2>
${renderFileList(files)}
${renderDiff(files)}
</main>
</body>
</html>
`
}
