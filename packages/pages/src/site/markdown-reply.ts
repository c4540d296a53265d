import type { Page } from '@docent/content'

/** A page as Markdown for programs: its title, what it says of itself, and its source without the frontmatter. */
export function pageMarkdown({ title, description, content, headings }: Page): string {
  const hasTitle = headings[0]?.depth === 1 && /^(?:#[ \t]|.+\n=+[ \t]*(?:\n|$))/.test(content.trimStart())
  const head = hasTitle ? '' : `# ${title}\n\n${description === undefined ? '' : `> ${description}\n\n`}`
  return `${head}${content.trim()}\n`
}
