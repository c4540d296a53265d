import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PATH = process.env.CHROMIUM_PATH || '/usr/bin/chromium'

/**
 * True when the browser tests can run. They are never left out in silence: without a browser they fail in CI, and
 * elsewhere the run says that it did not try them.
 */
export function hasChromium(): boolean {
  if (existsSync(PATH)) return true
  const message = `There is no Chromium at ${PATH}: install it (apt-get install chromium) or set CHROMIUM_PATH.`
  if (process.env.CI) throw new Error(message)
  console.warn(`\n!!! THE BROWSER TESTS DID NOT RUN. ${message}\n`)
  return false
}

/**
 * A fresh browser with an empty profile that talks to nobody but the pages it is shown.
 * @param flags further ones of Chromium
 */
export function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: PATH,
    // The tests may run as root, where Chromium's sandbox does not start.
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
    ],
    timeout: 120_000,
  })
}
