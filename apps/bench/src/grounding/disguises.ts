/** Spellings that a reader sees as the same name. */
export const DISGUISES: Readonly<Record<string, (name: string) => string>> = {
  escapes: (name) => name.replace(/[^\w\s]|_/g, '\\$&'),
  'split by emphasis': (name) => halves(name, (one, other) => `${one}**${other}**`),
  'struck out': (name) => `~~${name}~~`,
  'in a formula': (name) => `$${name}$`,
  entities: (name) => name.replace(/[-_.]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  'split by a tag': (name) => halves(name, (one, other) => `${one}<b>${other}</b>`),
  'in a tag': (name) => `<code>${name}</code>`,
  'without width': (name) => halves(name, (one, other) => `${one}\u200B${other}`),
  'other hyphens': (name) => name.replaceAll('-', '\u2011'),
  'in a link': (name) => `[\`${name}\`](https://example.com/)`,
  'split by a link': (name) =>
    halves(name, (one, other) => `[${one}](https://example.com/)[${other}](https://example.com/)`),
  'in a heading': (name) => `\n\n### ${name}\n\n`,
  'in a cell': (name) => `\n\n| Name | Note |\n| --- | --- |\n| \`${name}\` | yes |\n\n`,
  'two spans': (name) => halves(name, (one, other) => `\`${one}\`**\`${other}\`**`),
}

function halves(name: string, joined: (one: string, other: string) => string): string {
  const middle = Math.ceil(name.length / 2)
  return joined(name.slice(0, middle), name.slice(middle))
}
