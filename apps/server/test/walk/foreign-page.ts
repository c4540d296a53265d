import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const STYLE = 'font: 16px/1.6 system-ui; max-width: 640px; margin: 64px 96px; color: #1b1f24'

/** A page of somebody else's site, with the lines of the dashboard pasted at its end. */
export async function withForeignPage(lines: string, use: (address: string) => Promise<void>): Promise<void> {
  const text = 'Acme keeps your documents in order. This guide shows how to begin.'
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Acme guide</title>
    <body style="${STYLE}"><h1>Getting started</h1><p>${text}</p><h2>Install</h2><p>Run the installer, and sign in.</p>${lines}`
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(body)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  try {
    await use(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  } finally {
    site.closeAllConnections()
    site.close()
  }
}
