import { designTokens } from './design-tokens.ts'
import { Html, html } from './html.ts'
import { pageReply, type TextReply } from './page-reply.ts'

/** One card in the middle, as the sign-in page of the dashboard has it. */
const STYLE = `
*{box-sizing:border-box}
body{margin:0;display:grid;place-items:center;min-height:100vh;padding:24px 16px;background:var(--n2);color:var(--n12);font:400 14px/1.6 var(--sans)}
main{width:min(420px,100%);padding:32px;border:var(--line);border-radius:var(--radius-card);background:var(--n1)}
h1{margin:0 0 8px;font-size:20px;font-weight:600;line-height:1.3}
p{margin:0 0 12px;overflow-wrap:anywhere}
p:last-child{margin-bottom:0}
svg{display:block;margin-bottom:12px;color:var(--accent)}
.quiet{color:var(--n11);font-size:13px}
.action{display:inline-block;margin-top:8px;padding:6px 14px;border-radius:var(--radius);background:var(--accent-solid);color:var(--on-accent);font-weight:500;text-decoration:none}
:focus-visible{outline:var(--focus);outline-offset:2px}
`

/** The mark of the dashboard, for a page without its files. */
const LOGO = new Html(
  '<svg width="28" height="28" viewBox="0 0 16 16" aria-hidden="true"><path fill="currentColor" d="M2 2h6.5a5.5 5.5 0 0 1 0 11H7l-3.5 2.5V13H2Zm2.5 2.5v6h4a3 3 0 0 0 0-6Z"/></svg>',
)

/** A page that says one thing, in a card. */
export async function cardPage(title: string, body: Html, status: number): Promise<TextReply> {
  const tokens = await designTokens()
  const reply = pageReply({
    title: `${title} · Docent`,
    body: html`<main>${LOGO}<h1>${title}</h1>
${body}</main>`,
    style: tokens + STYLE,
  })
  return { ...reply, status }
}
