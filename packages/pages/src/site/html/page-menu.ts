import type { Page } from '@docent/content'
import { isOpenToAll } from '@docent/core'
import { type Html, html } from '../../html/html.ts'
import type { SiteContents } from '../site-contents.ts'
import { markdownPath } from '../site-path.ts'

export interface PageMenuPlace {
  /** Where other servers reach the site, without a trailing slash. */
  origin: string
  /** Of the tools of the documentation; absent where the server has none. */
  mcp: string | undefined
  /** Everyone can read the page. */
  isPublic: boolean
}

/**
 * What a reader can do with a page elsewhere; undefined where the project wants none. Nothing in it leads to what only
 * this reader may read: an assistant elsewhere has no cookie of theirs.
 */
export function pageMenuHtml(
  { base, project, preview }: SiteContents,
  { path }: Pick<Page, 'path'>,
  { origin, mcp, isPublic }: PageMenuPlace,
): Html | undefined {
  if (project.pageMenu === false) return undefined
  const markdown = markdownPath(base, path)
  const hasTools = preview === undefined && isOpenToAll(project)
  return html`<div class="page-menu">
<button type="button" data-copy-from="${markdown}" hidden>Copy page</button>
<details><summary aria-label="More for this page"></summary>
<ul>
<li><a href="${markdown}">View as Markdown</a></li>
${isPublic && preview === undefined && assistants(origin + markdown)}
${hasTools && mcp !== undefined && tools(project.domain, mcp)}
</ul></details>
<span class="sr-only" role="status"></span>
</div>`
}

function assistants(address: string): Html {
  const prompt = encodeURIComponent(`Read ${address} so that I can ask questions about it.`)
  return html`<li>${away(`https://chatgpt.com/?hints=search&q=${prompt}`, 'Open in ChatGPT')}</li>
<li>${away(`https://claude.ai/new?q=${prompt}`, 'Open in Claude')}</li>`
}

function away(href: string, text: string): Html {
  return html`<a href="${href}" target="_blank" rel="noopener">${text}<span class="sr-only"> (new tab)</span></a>`
}

/**
 * @see https://cursor.com/docs/mcp/install-links
 * @see https://code.visualstudio.com/api/extension-guides/ai/mcp#create-an-mcp-installation-url
 */
function tools(name: string, url: string): Html {
  const config = Buffer.from(JSON.stringify({ url })).toString('base64')
  const cursor = `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${encodeURIComponent(config)}`
  const code = `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url }))}`
  return html`<li class="group"><p id="docent:mcp">Connect by MCP</p>
<ul aria-labelledby="docent:mcp">
<li><a href="${cursor}">Add to Cursor</a></li>
<li><a href="${code}">Add to VS Code</a></li>
<li><button type="button" data-copy="${url}" hidden>Copy MCP address</button></li>
</ul></li>`
}
