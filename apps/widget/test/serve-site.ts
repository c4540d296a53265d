import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SiteOptions {
  /** Attributes of the element beside domain, key and server. */
  attributes?: string
  /** In the page's head. */
  head?: string
  body?: string
  policy?: string
  /** Of the widget's script, where the policy asks for one. */
  nonce?: string
}

/** A documentation site, on an origin of its own, with the widget of `docent` in each of its pages. */
export async function serveSite(
  docent: string,
  options: SiteOptions = {},
): Promise<AsyncDisposable & { url: string }> {
  const { attributes = '', head = '', body = '', policy, nonce } = options
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Handbook</title>
<meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">${head}</head>
<body><main><h1 id="start">Handbook</h1><p id="words">Some words that a reader may select.</p>
<pre><code>npm start</code></pre>${body}</main>
<docent-assistant domain="handbook" key="svc_dsc_test" ${attributes}></docent-assistant>
<script${nonce === undefined ? '' : ` nonce="${nonce}"`} src="${docent}/widget/latest/docent.js"></script></body></html>`
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(policy === undefined ? {} : { 'content-security-policy': policy }),
    })
    response.end(html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/guides/install`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
