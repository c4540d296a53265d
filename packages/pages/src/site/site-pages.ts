import type { Page } from '@docent/content'
import { ReadSite } from '@docent/core'
import { type CallOptions, type Docent, Logger, type Project } from '@docent/core/plugin'
import { SiteAssetFiles } from './assets/site-assets.ts'
import { PageRenderer } from './page-renderer.ts'
import type { SiteContents } from './site-contents.ts'
import { UsedPictures } from './used-pictures.ts'

/** What the pages of all projects are made with. */
export class SitePages {
  readonly pictures = new UsedPictures()

  private constructor(
    readonly renderer: PageRenderer,
    readonly assets: SiteAssetFiles,
    private readonly readSite: ReadSite,
    /** Hosts whose images pages show. */
    readonly imageHosts: readonly string[],
  ) {}

  static async open(docent: Docent, imageHosts: readonly string[]): Promise<SitePages> {
    return new SitePages(
      new PageRenderer(docent.resolve(Logger), imageHosts),
      await SiteAssetFiles.load(),
      docent.resolve(ReadSite),
      imageHosts,
    )
  }

  /** The indexed pages of a project; undefined before they are indexed. */
  async contents(project: Project, options: CallOptions): Promise<SiteContents | undefined> {
    const outline = await this.readSite.outline(project, options)
    if (outline === undefined) return undefined
    return {
      project,
      base: `/site/${project.domain}`,
      outline,
      page: (path, call): Promise<Page | undefined> => this.readSite.page(project, path, call),
      file: (path, maxBytes, { revision = outline.revision, ...call }) =>
        this.readSite.readFile(project, { revision, path, maxBytes }, call),
    }
  }

  async close(): Promise<void> {
    await this.renderer.close()
  }
}
