import type { ContextItem } from '@docent/client'

const LEAST = 3
const MOST = 4_000

/** Something of the page that a question can be about, and where it is. */
export interface PageSelection {
  item: ContextItem
  /** In the viewport, CSS pixels. */
  rect: DOMRect
}

/** What is selected in the page; `undefined` for nothing, for a field that one types in, and for the widget's own text. */
export function currentSelection(own: Element): PageSelection | undefined {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const value = selection.toString().trim()
  if (value.length < LEAST) return undefined
  const range = selection.getRangeAt(0)
  const element = elementOf(range.commonAncestorContainer)
  if (element === null || own.contains(element) || element.closest('input, textarea, [contenteditable]'))
    return undefined
  return { item: contextOf(element, value), rect: range.getBoundingClientRect() }
}

/** The block of code under the pointer or the focus. */
export function codeAt(target: EventTarget | null, own: Element): PageSelection | undefined {
  if (!(target instanceof Element) || own.contains(target)) return undefined
  const pre = target.closest('pre')
  const value = pre?.textContent?.trim() ?? ''
  if (pre === null || value.length < LEAST) return undefined
  return { item: { ...contextOf(pre, value), type: 'code' }, rect: pre.getBoundingClientRect() }
}

function contextOf(element: Element, value: string): ContextItem {
  const id = element.closest('[id]')?.id
  return {
    type: element.closest('pre, code') ? 'code' : 'textSelection',
    value: value.slice(0, MOST),
    path: location.pathname,
    ...(id !== undefined && id !== '' && { elementId: id.slice(0, 1_000) }),
  }
}

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement
}
