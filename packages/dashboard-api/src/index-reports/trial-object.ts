import { z } from 'zod'
import { ProblemGroupObject } from './problem-object.ts'

const counts = z.array(z.object({ name: z.string(), pages: z.int() }))

/** What an index of a documentation would hold. */
export const TrialObject = z.object({
  revision: z.string(),
  layout: z.string().describe('The generator of the site; `plain` when none is recognized.'),
  configuration: z.string().exactOptional().describe('The file by which Docent recognizes the generator.'),
  siteAbove: z
    .object({
      folder: z.string().describe('From the root of the repository; empty for the root.'),
      layout: z.string(),
    })
    .exactOptional()
    .describe(
      'The site whose configuration is in a higher folder. Docent uses its addresses unless `layout` is `plain`.',
    ),
  docsPath: z.string().describe('Folder of the documentation; empty for the root of the repository.'),
  pages: z.int().describe('Pages that searches find.'),
  unlisted: z.int().describe('Pages that have an address, and that no search finds.'),
  hidden: z.int().describe('Pages that are drafts or hidden, or that are not shown at this time.'),
  problem: z.string().exactOptional().describe('Why there is no page, and which folder has pages.'),
  examples: z.array(z.object({ path: z.string(), file: z.string() })).describe('A few of the pages.'),
  navigation: z
    .object({
      pages: z.int(),
      files: z.array(z.string()).describe('Files that name pages. Empty if folders and pages decide.'),
      isComputed: z.boolean().describe('True if only a build knows parts of it.'),
    })
    .describe('The order of the pages.'),
  languages: counts.describe('Pages by language, the most first. Empty if pages name none.'),
  versions: counts.describe('Pages by version, the most first. Empty if pages name none.'),
  problems: z.array(ProblemGroupObject).describe('What the index would leave out, the worst first.'),
  ms: z.number(),
})
