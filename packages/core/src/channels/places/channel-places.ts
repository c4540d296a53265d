import { inject, Lifecycle, scoped } from 'tsyringe'
import type { ChannelMapping } from '../../domain/channel-mapping.ts'
import type { Project } from '../../domain/project.ts'
import type { CallOptions } from '../../ports/call-options.ts'
import { type Channel, RegisteredChannels } from '../../ports/channel.ts'
import { Clock } from '../../ports/clock.ts'
import { ProjectStore } from '../../ports/project-store.ts'

/** A place that a project answers in. */
export interface MappedPlace {
  readonly project: Project
  readonly mapping: ChannelMapping
}

/** How long projects are believed without asking the store: a busy channel delivers many events a second. */
const CACHE_MS = 3_000

/** Finds channels, and which project answers where. */
@scoped(Lifecycle.ContainerScoped)
export class ChannelPlaces {
  #cached: { places: readonly MappedPlace[]; until: number } | undefined

  constructor(
    @inject(RegisteredChannels) readonly channels: readonly Channel[],
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(Clock) private readonly clock: Clock,
  ) {}

  get isEmpty(): boolean {
    return this.channels.length === 0
  }

  channel(name: string): Channel | undefined {
    return this.channels.find((each) => each.name === name)
  }

  /** The narrowest mapping of a place. */
  async find(channel: string, place: string, options: CallOptions = {}): Promise<MappedPlace | undefined> {
    const found = (await this.all(options)).filter(
      ({ mapping }) =>
        mapping.channel === channel &&
        // Names of repositories and the like have no case.
        `${place}/`.toLowerCase().startsWith(`${mapping.place}/`.toLowerCase()),
    )
    return found.sort((a, b) => b.mapping.place.length - a.mapping.place.length)[0]
  }

  /** Whether several organizations share the credentials: then nobody maps places in the dashboard. */
  async isShared(options: CallOptions = {}): Promise<boolean> {
    return (await this.projects.organizations(options)).length > 1
  }

  /**
   * Every mapping of projects in use. Credentials of channels are the server's own: where several organizations share
   * it, only its configuration file says who uses them, so that no organization reads the posts of another.
   */
  async all(options: CallOptions = {}): Promise<readonly MappedPlace[]> {
    const now = this.clock.now()
    if (this.#cached && now < this.#cached.until) return this.#cached.places
    const [projects, isShared] = await Promise.all([this.projects.list(options), this.isShared(options)])
    const places = projects
      .filter((project) => !project.disabled && (project.origin === 'config' || !isShared))
      .flatMap((project) => (project.channels ?? []).map((mapping) => ({ project, mapping })))
    this.#cached = { places, until: now + CACHE_MS }
    return places
  }
}

/** Groups whose pages everyone in a place may read. */
export function groupsOf(
  { groups = [], place }: ChannelMapping,
  at: string,
  isPublic: boolean,
): readonly string[] {
  return isPublic || at.toLowerCase() !== place.toLowerCase() ? [] : groups
}
