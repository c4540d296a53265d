import type { ArrangedPage, Page } from '@docent/content'
import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import type { Json } from '../../domain/json.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import type { ProjectNotes } from '../../ports/project-notes.ts'
import type { NavigationPlace, PageParser, SiteDescription } from '../parsing/page-parser.ts'

const STATE = 'arranged-pages'

const Stored = z.record(
  z.string(),
  z.object({ path: z.string(), title: z.string(), frontmatter: z.record(z.string(), z.unknown()) }),
)

/**
 * What pages say of their place in the navigation, by file: only what changed is parsed, and the navigation has all.
 * Pages that not everyone may find are left out, so that their titles name no group.
 */
export class ArrangedPages {
  private constructor(
    private readonly notes: ProjectNotes,
    private readonly project: ProjectId,
    private readonly keys: readonly string[] | undefined,
    private readonly files: Map<string, ArrangedPage>,
  ) {}

  static async load(
    notes: ProjectNotes,
    project: ProjectId,
    { arrangedBy: keys }: SiteDescription,
    options: CallOptions,
  ): Promise<ArrangedPages> {
    const stored =
      keys === undefined ? undefined : Stored.safeParse(await notes.read(project, STATE, options))
    return new ArrangedPages(
      notes,
      project,
      keys,
      new Map(Object.entries(stored?.success ? stored.data : {})),
    )
  }

  /** @param file relative to the documentation folder, as all of this class */
  set(file: string, { path, title, frontmatter, groups }: Page, isListed: boolean): void {
    this.files.delete(file)
    if (!isListed || groups.length > 0) return
    const said = (this.keys ?? []).flatMap((key) => {
      const value = saidAt(frontmatter, key)
      return /^(?:string|number|boolean)$/.test(typeof value) ? [[key, value] as const] : []
    })
    this.files.set(file, { path, title, frontmatter: Object.fromEntries(said) })
  }

  remove(file: string): void {
    this.files.delete(file)
  }

  /** @param isPage false for a file that is no page of the site any more */
  async navigation(
    { navigation }: SiteDescription,
    parser: PageParser,
    isPage: (file: string) => boolean,
    options: CallOptions,
  ): Promise<readonly NavigationPlace[]> {
    if (this.keys === undefined) return navigation
    for (const file of [...this.files.keys()]) if (!isPage(file)) this.files.delete(file)
    return parser.arrange(this.files, options)
  }

  async store(options: CallOptions): Promise<void> {
    if (this.keys === undefined) return
    const state = Object.fromEntries(this.files) as unknown as Json
    await this.notes.write(this.project, STATE, state, options)
  }
}

/** `sidebar.order` is a key within a key. */
function saidAt(frontmatter: Page['frontmatter'], key: string): unknown {
  let value: unknown = frontmatter
  for (const part of key.split('.'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined
  return value
}
