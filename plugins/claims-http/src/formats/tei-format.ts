import { z } from 'zod'
import type { ClaimFormat } from '../claim-format.ts'

const Scores = z.array(z.object({ label: z.string(), score: z.number().min(0).max(1) })).min(1)
const Reply = z.array(Scores)

/** What classifiers of pairs call the class "the evidence supports the claim", in lower case. */
const SUPPORTING = ['entailment', 'consistent', 'supported', 'label_1']

/**
 * Text Embeddings Inference with a model for sequence classification: evidence first, as in natural language inference.
 * It takes at most 32 pairs at once unless it is told otherwise.
 *
 * @see https://huggingface.github.io/text-embeddings-inference/
 */
export const teiFormat: ClaimFormat = {
  path: '/predict',
  batch: 32,
  evidenceCharacters: 2_000,
  body: (claims) => ({
    inputs: claims.map(({ text, evidence }) => [evidence, text]),
    truncate: true,
    raw_scores: false,
  }),
  supported: (reply, { label }) => Reply.parse(reply).map((scores) => scoreOf(scores, label)),
}

function scoreOf(scores: z.output<typeof Scores>, label: string | undefined): number {
  const wanted = label === undefined ? SUPPORTING : [label.toLowerCase()]
  const found = wanted.flatMap((each) => scores.filter((score) => score.label.toLowerCase() === each))[0]
  if (found !== undefined) return found.score
  const had = scores.map((score) => `"${score.label}"`).join(', ')
  throw new Error(`the model has the classes ${had}: set \`label\` to the one that means "supported"`)
}
