import type { ChannelPlace } from '../../api/channels.ts'

/** A place as it is being written. */
export interface PlaceDraft {
  /** Stays with the place while it is written. */
  key: number
  channel: string
  place: string
  mode: 'mention' | 'posts'
  groups: string
  answersPerThread: string
  answersPerUserPerDay: string
  answersPerDay: string
  usdPerDay: string
  waitSeconds: string
  silentTags: string
  tag: string
  notify: string
}

export function placeDraft(place: ChannelPlace, key: number): PlaceDraft {
  const { groups = [], silentTags = [], person = {}, usdPerDay, waitMs = 5_000 } = place
  return {
    key,
    channel: place.channel,
    place: place.place,
    mode: place.mode ?? 'mention',
    groups: groups.join(', '),
    answersPerThread: String(place.answersPerThread ?? 5),
    answersPerUserPerDay: String(place.answersPerUserPerDay ?? 20),
    answersPerDay: String(place.answersPerDay ?? 200),
    usdPerDay: usdPerDay?.toString() ?? '',
    waitSeconds: String(waitMs / 1_000),
    silentTags: silentTags.join(', '),
    tag: person.tag ?? '',
    notify: person.notify ?? '',
  }
}

/** As the server takes it. An empty number is the default. */
export function placeOf(draft: PlaceDraft): ChannelPlace {
  const { tag, notify } = draft
  const number = (name: string, typed: string, times = 1) =>
    typed.trim() === '' ? {} : { [name]: Math.round(Number(typed) * times * 100) / 100 }
  const person = {
    ...(tag.trim() === '' ? {} : { tag: tag.trim() }),
    ...(notify.trim() === '' ? {} : { notify: notify.trim() }),
  }
  return {
    channel: draft.channel,
    place: draft.place.trim(),
    mode: draft.mode,
    ...(draft.groups.trim() === '' ? {} : { groups: listOf(draft.groups) }),
    ...number('answersPerThread', draft.answersPerThread),
    ...number('answersPerUserPerDay', draft.answersPerUserPerDay),
    ...number('answersPerDay', draft.answersPerDay),
    ...number('usdPerDay', draft.usdPerDay.replace(/^\s*\$/, '')),
    ...number('waitMs', draft.waitSeconds, 1_000),
    silentTags: listOf(draft.silentTags),
    ...(Object.keys(person).length === 0 ? {} : { person }),
  }
}

/** Names between commas. */
export function listOf(typed: string): string[] {
  return typed
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}
