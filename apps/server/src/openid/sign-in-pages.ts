import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type DocentError, ERROR_CODES } from '@docent/core'
import { Html, html } from '../pages/html.ts'
import { pageReply } from '../pages/page-reply.ts'
import type { Reply } from '../requests/reply.ts'

const SIGN_IN = '/dashboard/sign-in'

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

/** What went wrong, for the person who wanted to sign in. */
export async function problemPage(error: DocentError): Promise<Reply> {
  return card(
    'You are not signed in',
    html`<p>${error.message}</p>
<p><a class="action" href="${SIGN_IN}">Back to the sign-in page</a></p>`,
    ERROR_CODES[error.code].status,
  )
}

/** An account has this address already: its password proves whose it is. */
export async function needsPasswordPage(email: string, provider: string): Promise<Reply> {
  return card(
    'Connect your account',
    html`<p>An account with the address <strong>${email}</strong> exists already. Sign in with its password once, within ten minutes. From then on, ${provider} signs you in.</p>
<p class="quiet">You forgot the password? Ask an owner for a link that sets a new one.</p>
<p><a class="action" href="${SIGN_IN}">Sign in with the password</a></p>`,
    200,
  )
}

async function card(title: string, body: Html, status: number): Promise<Reply> {
  const tokens = await readFile(fileURLToPath(import.meta.resolve('@docent/widget/tokens.css')), 'utf8')
  const reply = pageReply({
    title: `${title} · Docent`,
    body: html`<main>${LOGO}<h1>${title}</h1>
${body}</main>`,
    style: tokens + STYLE,
  })
  return reply.kind === 'text' ? { ...reply, status } : reply
}
