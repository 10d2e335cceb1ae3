import type * as v from 'valibot'

type Fields = v.ObjectSchema<v.ObjectEntries, undefined>
type Schema = v.GenericSchema

/** Cache policy of a response. */
export type Caching = 'personal' | 'public' | 'image'

/**
 * One endpoint of the provider. Widget and provider validate against the same definition. `projectId`,
 * `st` and `sv` are sent with every call and not listed here.
 */
export type Endpoint = {
  /** Name in logs, metrics and the OpenAPI document. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** `:name` is a parameter. */
  readonly path: string
  readonly params?: Fields
  readonly query?: Fields
  /** Headers that carry credentials, by lower-case name. */
  readonly headers?: Fields
  readonly body?: Fields
  /** Schema of the entries when the body is an array; passed as `items`. */
  readonly items?: Schema
  /** Schema of the response's JSON; absent for images and empty responses. */
  readonly response?: Schema
  readonly caching: Caching
  /**
   * It has side effects: accepted only as `application/json`. A retry with the same `Idempotency-Key`
   * returns the first response.
   */
  readonly changes?: true
}

export function defineEndpoint<const endpoint extends Endpoint>(endpoint: endpoint): endpoint {
  return endpoint
}

type InputOfPart<part> = part extends Fields ? v.InferInput<part> : unknown
type OutputOfPart<part> = part extends Fields ? v.InferOutput<part> : unknown
type PartOf<endpoint, name extends 'params' | 'query' | 'headers' | 'body'> = endpoint extends {
  readonly [key in name]: infer part
}
  ? part
  : undefined

/** Input of a call: path parameters, query, headers and body fields in one object. */
export type InputOf<endpoint extends Endpoint> = InputOfPart<PartOf<endpoint, 'params'>> &
  InputOfPart<PartOf<endpoint, 'query'>> &
  InputOfPart<PartOf<endpoint, 'headers'>> &
  InputOfPart<PartOf<endpoint, 'body'>> &
  (endpoint extends { readonly items: infer items extends Schema }
    ? { readonly items: v.InferInput<items> }
    : unknown)

/** The input after validation by the provider. */
export type CheckedInputOf<endpoint extends Endpoint> = OutputOfPart<PartOf<endpoint, 'params'>> &
  OutputOfPart<PartOf<endpoint, 'query'>> &
  OutputOfPart<PartOf<endpoint, 'headers'>> &
  OutputOfPart<PartOf<endpoint, 'body'>> &
  (endpoint extends { readonly items: infer items extends Schema }
    ? { readonly items: v.InferOutput<items> }
    : unknown)

/** Result of a call. Images are a Blob. */
export type ResponseOf<endpoint extends Endpoint> = endpoint extends {
  readonly response: infer response extends Schema
}
  ? v.InferOutput<response>
  : endpoint extends { readonly caching: 'image' }
    ? Blob
    : undefined

/** What a provider's handler returns, before validation. */
export type ResponseInputOf<endpoint extends Endpoint> = endpoint extends {
  readonly response: infer response extends Schema
}
  ? v.InferInput<response>
  : undefined

/** The parsed value; undefined if it does not match the schema. */
export function safeParse<const schema extends Schema>(
  schema: schema,
  value: unknown,
): { readonly value: v.InferOutput<schema> } | undefined {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise || result.issues) return undefined
  return { value: result.value as v.InferOutput<schema> }
}
