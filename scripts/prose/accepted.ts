/** Findings that stand, each with the reason. A finding is `file: start of the message`. */
export const ACCEPTED: readonly { finding: string; because: string }[] = [
  {
    finding: 'apps/docs/content/guides/faq.mdx: name the task instead',
    because: 'The page answers questions: its headings are the questions.',
  },
  {
    finding: 'packages/postgres/README.md: Incorrect term: “postgres”',
    because: 'The heading is the name of the package.',
  },
  ...['run/prompt.ts', 'publishing/publication.ts', 'tools/move-file.ts'].map((file) => ({
    finding: `packages/core/src/agent/${file}: `,
    because: 'A model reads these texts, not a person, and their wording was chosen by measuring models.',
  })),
]
