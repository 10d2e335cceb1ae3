import type { Field, FieldOf, Kind, ValueOf } from './fields.js'
import { isSame } from './shape.js'

/** The panel's values, by option path. */
export type Configuration = Readonly<Record<string, ValueOf[Kind]>>

export function initialConfiguration(fields: readonly Field[]): Configuration {
  return Object.fromEntries(fields.map(({ path, initial }) => [path, initial]))
}

export function readValue<kind extends Kind>(
  configuration: Configuration,
  field: FieldOf<kind>,
): ValueOf[kind] {
  // A configuration is made from the fields themselves or checked by `accepts`.
  return (configuration[field.path] ?? field.initial) as ValueOf[kind]
}

/** The options on which two configurations differ. */
export function differences(
  fields: readonly Field[],
  before: Configuration,
  after: Configuration,
): readonly Field[] {
  return fields.filter(({ path }) => !isSame(before[path], after[path]))
}
