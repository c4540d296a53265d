/** Emoji by the short names of GitHub. */
declare module 'markdown-it-emoji/lib/data/full.mjs' {
  const names: Readonly<Record<string, string>>
  export default names
}
