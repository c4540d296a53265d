/** A place counts PLACES / (PLACES + place): small, so that the first few count and the rest hardly. */
const PLACES = 10
/** What the first place by vectors counts at most while nobody has said how good they are. */
const DEFAULT_WEIGHT = 0.1
/** So many of the first by words and by vectors are compared. */
const COMPARED = 10
/**
 * Vectors whose first match words less than so, beside the first by words, do not move anything. Measured with weak
 * embeddings: every lower share made some collection worse than words alone.
 */
const LEAST_AGREEMENT = 0.85

/**
 * Adds to the score by words what the place by vectors is worth, as in reciprocal rank fusion; the score by words stays
 * a score, because its gaps tell more than its order (plain rank fusion lost 0.05 to 0.1 nDCG in apps/bench).
 *
 * @param nearPlace the place by vectors, from 0, of the candidate at this index; undefined when it has none
 * @param vectorWeight what the first place by vectors counts beside the best score by words; undefined when nobody has
 * said how good the vectors are, and then they count as far as they agree with words
 * @returns the candidates in their old order with scores 0 to 1
 */
export function fuseRanks<Item extends { score: number }>(
  candidates: readonly Item[],
  nearPlace: (index: number) => number | undefined,
  vectorWeight: number | undefined,
): Item[] {
  const best = Math.max(0, ...candidates.map(({ score }) => score))
  const weight = vectorWeight ?? DEFAULT_WEIGHT * confidence(candidates, nearPlace)
  // Without a match by words, the nearest is no surer than a poor match.
  const scale = best === 0 ? 1 : best
  return candidates.map((candidate, index) => {
    const place = nearPlace(index)
    const near = place === undefined ? 0 : (weight * PLACES) / (PLACES + place)
    return { ...candidate, score: (scale * (candidate.score / scale + near)) / (1 + weight) }
  })
}

/** 0 when the first by vectors are other passages than words find, 1 when they match the words as well; 1 without words. */
function confidence(
  candidates: readonly { score: number }[],
  nearPlace: (index: number) => number | undefined,
): number {
  const sum = (scores: readonly number[]) => scores.reduce((total, score) => total + score, 0)
  const near = candidates.flatMap(({ score }, index) =>
    (nearPlace(index) ?? COMPARED) < COMPARED ? [score] : [],
  )
  const first = candidates
    .map(({ score }) => score)
    .sort((one, other) => other - one)
    .slice(0, near.length)
  const possible = sum(first)
  if (possible === 0) return 1
  return Math.max(0, (sum(near) / possible - LEAST_AGREEMENT) / (1 - LEAST_AGREEMENT))
}
