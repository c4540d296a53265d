import type { HandOverModule } from './hand-over.ts'
import type { VariantsModule } from './variants.ts'

interface Parts {
  'hand-over': HandOverModule
  variants: VariantsModule
}

/** Draws a part in its place. */
export type ShowPart = (place: HTMLElement | null) => void

/** Only where a site has what the part is for: other pages do not load it. Where it cannot be loaded, nothing is drawn. */
export async function loadPart<Name extends keyof Parts>(
  server: string,
  name: Name,
  show: (part: Parts[Name]) => void | Promise<void>,
): Promise<void> {
  try {
    await show(await import(/* @vite-ignore */ `${server}/widget/latest/docent-${name}.mjs`))
  } catch (error) {
    console.warn(`docent-assistant: the part ${name} could not be loaded.`, error)
  }
}
