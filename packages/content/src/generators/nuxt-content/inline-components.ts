import { readProperties } from './properties.ts'

/** Code spans stay as they are; a component in a line is `:name[text]{property="value"}`. */
const PART =
  /(`{1,9})(?!`)[^`\n]{0,500}\1(\{[^{}\n]{0,300}\})?|(?<![\w:`])(:[a-z][a-z\d-]{0,60})(?:\[([^[\]\n]{0,300})\])?(?:\{([^{}\n]{0,1000})\})?(?![\w:])|(\]|\))\{[.#\w][^{}\n]{0,300}\}|(?<![\]!\\])\[([^[\]\n]{1,300})\]\{[^{}\n]{0,300}\}/g

/** A line with what readers see of its components, and without attributes behind spans. */
export function shownInline(line: string): string {
  if (!/[:{]/.test(line)) return line
  return line.replace(PART, (whole, ticks, codeAttributes, name, text, braces, end, span) => {
    if (ticks !== undefined)
      return codeAttributes === undefined ? whole : whole.slice(0, -codeAttributes.length)
    if (end !== undefined) return end
    if (span !== undefined) return span
    // `:30` and `a:b` are text; so is a name with nothing after it: only a build knows whether it is a component.
    if (text === undefined && braces === undefined) return whole
    return component(name.slice(1), text, readProperties(braces ?? ''))
  })
}

function component(name: string, text: string | undefined, given: Readonly<Record<string, string>>): string {
  if (name === 'pm-install') return `\`npm install ${given.name ?? ''}\``
  if (name === 'pm-run') return `\`npm run ${given.script ?? ''}\``
  if (name === 'pm-x') return `\`npx ${given.command ?? ''}\``
  const title = text ?? given.title ?? given.label
  if (given.to === undefined) return title ?? ''
  const shown = `[${title ?? given.to}](${given.to})`
  return name === 'read-more' ? `Read more: ${shown}` : shown
}
