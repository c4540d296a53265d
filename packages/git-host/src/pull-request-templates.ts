/** Where repositories keep the template of pull requests by custom; one that moved between hosts still has it there. */
export const PULL_REQUEST_TEMPLATES: readonly string[] = [
  '.github/pull_request_template.md',
  '.github/PULL_REQUEST_TEMPLATE.md',
  'pull_request_template.md',
  'PULL_REQUEST_TEMPLATE.md',
  'docs/pull_request_template.md',
]
