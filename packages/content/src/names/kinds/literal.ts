import { defaultKey, eachDefault } from '../keys/defaults.ts'
import { optionBefore, optionBehind } from '../pairs/option-before.ts'
import { chunkOf } from '../text/chunks.ts'
import type { FoundName } from '../text/found-name.ts'
import type { Region } from '../text/region.ts'

/** Words that a text calls the default of an option: `false`, `info`. */
export function literalsOf(text: string, regions: readonly Region[]): FoundName[] {
  const names: FoundName[] = []
  eachDefault(text, (value, start) => {
    const region = regionAt(regions, start)
    if (region === undefined || region.kind === 'fence') return
    const place = { text, region, chunk: chunkOf(value, start), declared: NOTHING }
    const option = optionBehind(place) ?? optionBefore(place, start)
    if (option === undefined || option.keys.includes(value)) return
    const belongsTo = { text: option.text, keys: option.keys, near: true }
    const { end } = place.chunk
    names.push({ text: value, kind: 'value', start, end, keys: [defaultKey(value)], belongsTo })
  })
  return names
}

function regionAt(regions: readonly Region[], at: number): Region | undefined {
  let low = 0
  let high = regions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((regions[middle]?.start ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return regions[low - 1]
}

const NOTHING: ReadonlySet<string> = new Set()
