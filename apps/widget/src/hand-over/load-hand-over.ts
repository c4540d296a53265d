import type { HandOverModule, HandOverOptions } from './hand-over.ts'

/** Draws in its place how to reach a person. */
export type ShowHandOver = (place: HTMLElement | null) => void

/** Only where readers can reach a person: other pages do not load it. Where it cannot be loaded, nothing is drawn. */
export async function loadHandOver(
  server: string,
  place: HTMLElement,
  options: HandOverOptions,
): Promise<void> {
  try {
    const address = `${server}/widget/latest/docent-hand-over.mjs`
    const { showHandOver } = (await import(/* @vite-ignore */ address)) as HandOverModule
    showHandOver(place, options)
  } catch (error) {
    console.warn('docent-assistant: the hand-over could not be loaded.', error)
  }
}
