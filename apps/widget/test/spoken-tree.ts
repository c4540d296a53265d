import type { Page } from 'playwright-core'

interface SpokenNode {
  role: string
  name: string
  /** Of a live region itself, not of what is within it. */
  live: string | undefined
  isAtomic: boolean
}

/** What the browser tells a screen reader of the page. */
export async function spokenTree(page: Page): Promise<SpokenNode[]> {
  const session = await page.context().newCDPSession(page)
  try {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    return nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name, properties = [] }) => {
        const property = (wanted: string) => properties.find((each) => each.name === wanted)?.value.value
        return {
          role: String(role?.value),
          name: String(name?.value ?? ''),
          live: property('live') as string | undefined,
          isAtomic: property('atomic') === true,
        }
      })
  } finally {
    await session.detach()
  }
}
