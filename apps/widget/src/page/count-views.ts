import { onPageChange, pageAddress } from './on-page-change.ts'

/**
 * Calls `report` with the address of the page, and again whenever the site shows another page without loading one.
 * Readers whose browser asks not to be tracked are not counted.
 * @returns ends it
 */
export function countViews(report: (address: string) => void): () => void {
  if (Reflect.get(navigator, 'globalPrivacyControl') === true) return () => undefined
  report(pageAddress())
  return onPageChange(report)
}
