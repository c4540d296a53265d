import { createHash } from 'node:crypto'
import { inject, injectable } from 'tsyringe'
import { z } from 'zod'
import type { ProjectId } from '../../domain/ids.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { ProjectNotes } from '../../ports/project-notes.ts'
import { BRAND_SLOTS, type Brand, BrandSettings, type BrandSlot } from './brand.ts'
import { brandFileType } from './brand-file-type.ts'

const KEY = 'brand'
const fileKey = (slot: BrandSlot) => `brand-file:${slot}`

const File = z.object({ hash: z.string(), type: z.string(), bytes: z.number() })
const Stored = BrandSettings.extend({ files: z.partialRecord(z.enum(BRAND_SLOTS), File) })
const StoredFile = z.object({ hash: z.string(), type: z.string(), content: z.string() })

/** The brands of projects. Files are kept beside the settings, which each page reads. */
@injectable()
export class ProjectBrands {
  constructor(@inject(ProjectNotes) private readonly notes: ProjectNotes) {}

  async read(project: ProjectId, options?: CallOptions): Promise<Brand> {
    const stored = await this.notes.read(project, KEY, options)
    return stored === undefined ? { files: {} } : (Stored.parse(stored) as Brand)
  }

  /** Replaces the settings; the files stay. */
  async change(project: ProjectId, settings: BrandSettings, options?: CallOptions): Promise<Brand> {
    const { files } = await this.read(project, options)
    return this.#write(project, { ...settings, files }, options)
  }

  /** @throws DocentError `invalid_request` for a file that is too large, or not of a type of its place */
  async putFile(
    project: ProjectId,
    slot: BrandSlot,
    content: Uint8Array,
    options?: CallOptions,
  ): Promise<Brand> {
    const type = brandFileType(slot, content)
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22)
    const text = Buffer.from(content).toString('base64')
    // First the file: an address that a page has always leads to it.
    await this.notes.write(project, fileKey(slot), { hash, type, content: text }, options)
    const brand = await this.read(project, options)
    const files = { ...brand.files, [slot]: { hash, type, bytes: content.length } }
    return this.#write(project, { ...brand, files }, options)
  }

  async removeFile(project: ProjectId, slot: BrandSlot, options?: CallOptions): Promise<Brand> {
    const brand = await this.read(project, options)
    const { [slot]: _, ...files } = brand.files
    const changed = await this.#write(project, { ...brand, files }, options)
    await this.notes.write(project, fileKey(slot), null, options)
    return changed
  }

  /** Undefined where the place has no file with that hash, or no longer. */
  async file(
    project: ProjectId,
    slot: BrandSlot,
    hash: string,
    options?: CallOptions,
  ): Promise<{ type: string; content: Uint8Array } | undefined> {
    const stored = StoredFile.nullish().parse(await this.notes.read(project, fileKey(slot), options))
    if (stored?.hash !== hash) return undefined
    return { type: stored.type, content: Buffer.from(stored.content, 'base64') }
  }

  async #write(project: ProjectId, brand: Brand, options?: CallOptions): Promise<Brand> {
    await this.notes.write(project, KEY, JSON.parse(JSON.stringify(brand)), options)
    return brand
  }
}
