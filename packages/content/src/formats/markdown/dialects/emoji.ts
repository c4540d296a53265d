/// <reference path="./emoji-names.d.ts" />
import names from 'markdown-it-emoji/lib/data/full.mjs'
import { outsideCode } from './code-spans.ts'

/** `:rocket:`, not within a word, a time or an address. */
const SHORT_NAME = /(?<![\w:/])(:[\w+-]{1,60}:)+(?![\w:/])/g

/** Writes the emoji that short names such as `:rocket:` stand for. Code and unknown names stay as they are. */
export function withEmoji(text: string): string {
  return text.includes(':') ? outsideCode(text, replaceNames) : text
}

function replaceNames(part: string): string {
  return part.replace(SHORT_NAME, (whole) => {
    const found = whole
      .slice(1, -1)
      .split('::')
      .map((name) => (Object.hasOwn(names, name) ? names[name] : undefined))
    return found.every((emoji) => emoji !== undefined) ? found.join('') : whole
  })
}
