import { createHash } from 'node:crypto'
import type { Reply } from '@docent/core/plugin'
import { Html, html } from './html.ts'

export type TextReply = Extract<Reply, { kind: 'text' }>

export interface PageParts {
  title: string
  body: Html
  /** The whole style sheet. */
  style: string
  /** A script that the page may run; nothing else may. */
  script?: string
  /** The script asks this server for something. */
  connects?: boolean
  lang?: string
}

/**
 * A page with its style and script in it. Its policy names both by their hashes and allows nothing else: no other
 * script, style, image or frame, and no connection but to this server, where the script needs one.
 *
 * @see https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
export function pageReply({
  title,
  body,
  style,
  script,
  connects = false,
  lang = 'en',
}: PageParts): TextReply {
  const document = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body class="docent-tokens">
${body}
${script === undefined ? undefined : html`<script>${new Html(script)}</script>`}
</body>
</html>
`
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    script === undefined ? undefined : `script-src '${hashOf(script)}'`,
    'img-src data:',
    connects ? "connect-src 'self'" : undefined,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    kind: 'text',
    status: 200,
    type: 'text/html; charset=utf-8',
    body: document.markup,
    headers: {
      'Content-Security-Policy': policy.filter((rule) => rule !== undefined).join('; '),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  }
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
