import type { AgentTask } from './agent-task.ts'
import { changesOnly, contains, headings, lacks, sound } from './checks.ts'

/** Text that must be written, from what the repository or the person says. */
export const WRITING_TASKS: readonly AgentTask[] = [
  {
    id: 'option-from-source',
    prompt: 'The option --max-wait of "ferry deploy" is not in the command line reference. Document it.',
    checks: [
      contains('docs/reference/cli.mdx', /\|\s*`--max-wait`\s*\|.{0,300}\b300\b/),
      contains('docs/reference/cli.mdx', /max-wait.{0,300}(second|healthy)/i),
      contains('docs/reference/cli.mdx', '`--dry-run`'),
      changesOnly('docs/reference/cli.mdx', 'docs/guides/deploy.mdx'),
      sound,
    ],
  },
  {
    id: 'error-from-source',
    prompt: 'Compare docs/reference/errors.mdx with the source code and add what is missing.',
    checks: [
      contains('docs/reference/errors.mdx', /^\|\s*7\s*\|.{0,300}(another|running|lock)/im),
      contains('docs/reference/errors.mdx', /^\|\s*3\s*\|/m),
      lacks('docs/reference/errors.mdx', /^\|\s*(1|4|5|6|8|9)\s*\|/m),
      changesOnly('docs/reference/errors.mdx'),
      sound,
    ],
  },
  {
    id: 'repository-instructions',
    prompt:
      'Add a section "Organise your services" to docs/guides/deploy.mdx: a color in ferry.yaml marks each service, and "ferry services" lists them by color. Mention that it is easy.',
    checks: [
      headings('docs/guides/deploy.mdx', /Organise/),
      contains('docs/guides/deploy.mdx', /colour/),
      lacks('docs/guides/deploy.mdx', /\b(simply|just|easy)\b/i),
      contains('docs/guides/deploy.mdx', 'ferry services'),
      changesOnly('docs/guides/deploy.mdx'),
      sound,
    ],
  },
  {
    id: 'translate-section',
    prompt:
      'docs/es/quickstart.mdx lacks the section "Deploy" of docs/quickstart.mdx. Translate it into Spanish and add it.',
    checks: [
      changesOnly('docs/es/quickstart.mdx'),
      contains('docs/es/quickstart.mdx', 'ferry deploy --environment staging'),
      headings('docs/es/quickstart.mdx', /[Dd]espl/),
      contains('docs/es/quickstart.mdx', /n[úu]mero/),
      lacks('docs/es/quickstart.mdx', /Every|for more/),
      contains('docs/es/quickstart.mdx', '/guides/deploy'),
      sound,
    ],
  },
  {
    id: 'section-verbatim',
    prompt:
      'Add a section "Limits" to docs/guides/rollback.mdx saying: Only the last 50 releases can be rolled back to.',
    checks: [
      headings('docs/guides/rollback.mdx', /^Limits$/),
      contains('docs/guides/rollback.mdx', 'Only the last 50 releases can be rolled back to.'),
      contains('docs/guides/rollback.mdx', 'ferry rollback 41'),
      changesOnly('docs/guides/rollback.mdx'),
      sound,
    ],
  },
]
