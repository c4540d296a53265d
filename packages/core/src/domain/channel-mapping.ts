/** Where a project answers. */
export interface ChannelMapping {
  /** Name of the channel, such as `slack`. */
  readonly channel: string
  /** A place of it and all below it, such as `acme/docs/discussions`. */
  readonly place: string
  /** `mention`: only when asked by name. `posts`: every new post, too. */
  readonly mode: 'mention' | 'posts'
  /** Groups whose pages everyone in exactly this place may read. Absent: only pages without groups. */
  readonly groups?: readonly string[]
  readonly answersPerThread: number
  readonly answersPerUserPerDay: number
  readonly answersPerDay: number
  /** US dollars that models may cost in a day (UTC); absent: no cap of its own. */
  readonly usdPerDay?: number
  /** How long further messages are waited for before an answer begins, ms. */
  readonly waitMs: number
  /** Tags of threads that are for people alone. */
  readonly silentTags: readonly string[]
  /** What calls a person. Absent: nobody is called. */
  readonly person?: { readonly tag?: string; readonly notify?: string }
}
