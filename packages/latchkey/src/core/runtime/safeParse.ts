import type { Endpoint } from '@latchkey/wire/http/endpoint'

type Schema = NonNullable<Endpoint['response']>
type OutputOf<schema extends Schema> = NonNullable<schema['~types']>['output']

/** A value from outside as its schema has it; undefined when it does not fit. */
export function safeParse<schema extends Schema>(
  schema: schema,
  value: unknown,
): { readonly value: OutputOf<schema> } | undefined {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise || result.issues) return undefined
  return { value: result.value as OutputOf<schema> }
}
