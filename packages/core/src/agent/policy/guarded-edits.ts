import { type ActivePart, activeParts, codeBesideNavigation, isNewNavigation } from '@docent/content'
import type { CallOptions } from '../../ports/call-options.ts'
import type { Workspace } from '../../ports/workspaces.ts'
import { decodeText } from '../site/decode-text.ts'
import { describeCode, unknownParts } from './page-code.ts'
import type { WritePolicy } from './write-policy.ts'

/**
 * The only way in which a run changes files: each path and each text goes through the write policy. What a build of the
 * documentation runs stays as people wrote it: configurations change at their navigation alone, and pages bring no code
 * that the site doesn't have.
 */
export class GuardedEdits {
  constructor(
    private readonly workspace: Workspace,
    private readonly policy: WritePolicy,
  ) {}

  /** @throws DocentError `forbidden` with the reason, made for the model to read. */
  async write(path: string, text: string, options: CallOptions = {}): Promise<void> {
    this.policy.assertWritable(path)
    const reason = await this.#refusalOf(path, text, options)
    if (reason !== undefined) this.policy.refuse(path, reason)
    await this.workspace.write(path, text, options)
  }

  /** Writes what an editor of addresses made of a configuration or a page: it changes entries and links alone. */
  async writeAddresses(path: string, text: string, options: CallOptions = {}): Promise<void> {
    this.policy.assertWritable(path)
    await this.workspace.write(path, text, options)
  }

  /** @throws DocentError `forbidden` with the reason, made for the model to read. */
  async move(from: string, to: string, options: CallOptions = {}): Promise<void> {
    this.policy.assertMovable(from)
    this.policy.assertWritable(to)
    const bytes = await this.workspace.read(from, options)
    if (bytes !== undefined) {
      const text = decodeText(bytes)
      if (this.#holdsCode(from, text))
        this.policy.refuse(from, `${from} decides how the site is built, so it stays where it is.`)
      const reason = await this.#moveRefusal(from, to, text, options)
      if (reason !== undefined) this.policy.refuse(to, reason)
    }
    await this.workspace.move(from, to, options)
  }

  /** @throws DocentError `forbidden` with the reason, made for the model to read. */
  async delete(path: string, options: CallOptions = {}): Promise<void> {
    this.policy.assertMovable(path)
    const bytes = await this.workspace.read(path, options)
    if (bytes !== undefined && this.#holdsCode(path, decodeText(bytes)))
      this.policy.refuse(path, `${path} decides how the site is built, so it stays.`)
    await this.workspace.delete(path, options)
  }

  /** Why a writable file may not hold this text; undefined when it may. */
  async #refusalOf(path: string, text: string, options: CallOptions): Promise<string | undefined> {
    if (this.policy.allows(path)) return undefined
    const before = [await this.workspace.readBase(path, options), await this.workspace.read(path, options)]
      .filter((bytes) => bytes !== undefined)
      .map(decodeText)
    return (
      navigationRefusal(path, before, text) ??
      this.#codeRefusal(
        path,
        text,
        before.flatMap((each) => activeParts(path, each)),
        options,
      )
    )
  }

  /** The same text under another name may be read in another way. */
  async #moveRefusal(
    from: string,
    to: string,
    text: string,
    options: CallOptions,
  ): Promise<string | undefined> {
    if (this.policy.allows(to)) return undefined
    if (!isNewNavigation(to, text)) return onlyNavigation(to)
    if (endingOf(from) === endingOf(to)) return undefined
    return this.#codeRefusal(to, text, activeParts(from, text), options)
  }

  async #codeRefusal(
    path: string,
    text: string,
    known: readonly ActivePart[],
    options: CallOptions,
  ): Promise<string | undefined> {
    const found = activeParts(path, text)
    const unknown = await unknownParts({ workspace: this.workspace, path, text, found, known, ...options })
    return unknown.length === 0 ? undefined : describeCode(path, text, unknown)
  }

  #holdsCode(path: string, text: string): boolean {
    return !this.policy.allows(path) && !isNewNavigation(path, text)
  }
}

function navigationRefusal(path: string, before: readonly string[], text: string): string | undefined {
  const code = codeBesideNavigation(path, text)
  if (code === undefined && !before.some((each) => codeBesideNavigation(path, each) !== undefined))
    return undefined
  if (before.length === 0) return isNewNavigation(path, text) ? undefined : onlyNavigation(path)
  const isSame = before.some((each) => codeBesideNavigation(path, each) === code && code !== null)
  return isSame || isNewNavigation(path, text) ? undefined : onlyNavigation(path)
}

function onlyNavigation(path: string): string {
  return `${path} decides how the site is built, so only the texts of its navigation can change: titles, paths, and the order of entries, written as plain text. Make the change within the navigation, or leave it to the person and say so. An operator can allow more with agent.allowPaths.`
}

function endingOf(path: string): string {
  return /\.\w+$/.exec(path)?.[0].toLowerCase() ?? ''
}
