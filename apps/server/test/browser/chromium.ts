import { findChromium } from '@docent/simulators/services'
import { type Browser, chromium } from 'playwright-core'

const PATH = findChromium() ?? 'chromium'

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
