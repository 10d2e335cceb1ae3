import * as v from 'valibot'

/** Errors by field; widgets show the first description. */
export const failure = v.object({
  status: v.literal('FAILED'),
  reasons: v.pipe(
    v.array(v.object({ field: v.string(), description: v.string() })),
    v.minLength(1),
  ),
})

export type Failure = v.InferOutput<typeof failure>
