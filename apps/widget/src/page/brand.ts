import type { AssistantClient } from '@docent/client'

/** What a company chose for its project. */
export interface WidgetBrand {
  /** Shades derive from it, as far as the site names no color of its own. */
  sheet: CSSStyleSheet | undefined
  logo: { light: string | undefined; dark: string | undefined }
  /** Readers can reach a person. */
  handsOver: boolean
  /** Whether the site has several versions or languages. */
  hasVariants: boolean
}

/** Undefined where it cannot be read: the widget looks as without a brand. */
export async function loadBrand(
  assistant: AssistantClient,
  domain: string,
  server: string,
): Promise<WidgetBrand | undefined> {
  try {
    const { accent, logo, support, variants } = await assistant.brand(domain)
    const at = (path: string | null) => (path?.startsWith('/assets/brand/') ? server + path : undefined)
    // Servers of before do not say it.
    const [handsOver, hasVariants] = [support === true, variants === true]
    return {
      handsOver,
      hasVariants,
      sheet: sheetOf(accent),
      logo: { light: at(logo.light), dark: at(logo.dark) },
    }
  } catch (error) {
    console.debug('docent-assistant: the brand was not read.', error)
    return undefined
  }
}

/** A rule of the site for the element wins over it. */
function sheetOf(accent: string | null): CSSStyleSheet | undefined {
  if (accent === null || !/^#[0-9a-f]{6}$/i.test(accent)) return undefined
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`:host { --docent-accent: ${accent} }`)
  return sheet
}
