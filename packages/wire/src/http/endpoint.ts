import type * as v from 'valibot'

type Fields = v.ObjectSchema<v.ObjectEntries, undefined>
type Schema = v.GenericSchema

/** How long an answer may be kept, and by whom. */
export type Caching = 'personal' | 'public' | 'image'

/**
 * One call of the provider, as data: the widget calls it, the provider answers it, both are checked
 * against the same object. `projectId`, `st` and `sv` travel with every call and are not listed here.
 */
export type Endpoint = {
  /** Names the call in logs, figures and the OpenAPI document. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** `:name` stands for a parameter. */
  readonly path: string
  readonly params?: Fields
  readonly query?: Fields
  readonly body?: Fields
  /** Of a body that is a bare list; given and taken as `items`. */
  readonly items?: Schema
  /** Of the answer's JSON; absent when the answer is an image or empty. */
  readonly response?: Schema
  readonly caching: Caching
  /**
   * It changes something: only taken as `application/json`, and repeated only under the
   * `Idempotency-Key` of the first try, which gives the answer of that try again.
   */
  readonly changes?: true
}

export function defineEndpoint<const endpoint extends Endpoint>(endpoint: endpoint): endpoint {
  return endpoint
}

type InputOfPart<part> = part extends Fields ? v.InferInput<part> : unknown
type OutputOfPart<part> = part extends Fields ? v.InferOutput<part> : unknown
type PartOf<endpoint, name extends 'params' | 'query' | 'body'> = endpoint extends {
  readonly [key in name]: infer part
}
  ? part
  : undefined

/** What a caller gives: parameters, query and body fields in one object. */
export type InputOf<endpoint extends Endpoint> = InputOfPart<PartOf<endpoint, 'params'>> &
  InputOfPart<PartOf<endpoint, 'query'>> &
  InputOfPart<PartOf<endpoint, 'body'>> &
  (endpoint extends { readonly items: infer items extends Schema }
    ? { readonly items: v.InferInput<items> }
    : unknown)

/** The same, as the provider has it after checking. */
export type CheckedInputOf<endpoint extends Endpoint> = OutputOfPart<PartOf<endpoint, 'params'>> &
  OutputOfPart<PartOf<endpoint, 'query'>> &
  OutputOfPart<PartOf<endpoint, 'body'>> &
  (endpoint extends { readonly items: infer items extends Schema }
    ? { readonly items: v.InferOutput<items> }
    : unknown)

/** What a caller receives. Images come as a Blob. */
export type ResponseOf<endpoint extends Endpoint> = endpoint extends {
  readonly response: infer response extends Schema
}
  ? v.InferOutput<response>
  : endpoint extends { readonly caching: 'image' }
    ? Blob
    : undefined

/** What a provider gives back, before the schema has had its say. */
export type ResponseInputOf<endpoint extends Endpoint> = endpoint extends {
  readonly response: infer response extends Schema
}
  ? v.InferInput<response>
  : undefined

/** A value that matches its schema, or undefined. */
export function safeParse<const schema extends Schema>(
  schema: schema,
  value: unknown,
): { readonly value: v.InferOutput<schema> } | undefined {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise || result.issues) return undefined
  return { value: result.value as v.InferOutput<schema> }
}
