import { createStore, type Store } from '../runtime/createStore.js'

type Suffixed<name> = name extends `--lk-${infer suffix}` ? suffix : never
type VariableName = Suffixed<keyof ThemeVariables>

/** Theme variables as a site may set them. `--lk-` is ours; the prefixes of AppKit are accepted too. */
export type ThemeVariableOptions = ThemeVariables & {
  readonly [name in VariableName as
    | `--w3m-${name}`
    | `--apkt-${name}`]?: ThemeVariables[`--lk-${name}`]
}

/** Type of each variable's value. */
const variableKinds: { readonly [name in VariableName]: 'string' | 'number' } = {
  'font-family': 'string',
  accent: 'string',
  'color-mix': 'string',
  'color-mix-strength': 'number',
  'font-size-master': 'string',
  'border-radius-master': 'string',
  'z-index': 'number',
  'qr-color': 'string',
}

/** The known variables with the prefix `--lk-`. Drops values that could inject CSS; later prefixes win. */
export function parseThemeVariables(variables: Readonly<Record<string, unknown>>): ThemeVariables {
  const known: Record<string, unknown> = {}
  for (const prefix of ['--w3m-', '--apkt-', '--lk-']) {
    for (const [name, kind] of Object.entries(variableKinds)) {
      const value = variables[prefix + name]
      const isGood = typeof value === 'string' ? isContained(value) : Number.isFinite(value)
      if (typeof value === kind && isGood) known[`--lk-${name}`] = value
    }
  }
  return known
}

/** Could end a declaration, start a rule or load a resource. */
const dangerous = /[;{}[\]@\\\n\r\f]|(url|src|image|set)\(|\/\*/i
/** Quotes and parentheses close where they should; two levels are enough for any colour. */
const balanced = /^([^()'"]|'[^']*'|"[^"]*"|\(([^()'"]|\([^()'"]*\))*\))+$/

/** Whether the text is a single CSS value. */
function isContained(value: string): boolean {
  return value.trim() !== '' && !dangerous.test(value) && balanced.test(value)
}

/** Colour scheme. */
export type ThemeMode = 'light' | 'dark'

/** Theme variables of a site. Values that could contain more than one CSS value are dropped. */
export type ThemeVariables = {
  /** A font the page has. Default: the system's. */
  readonly '--lk-font-family'?: string | undefined
  /** The main action; its shades and what stands on it follow from it, readable. */
  readonly '--lk-accent'?: string | undefined
  /** Blended into the neutral colours, as much as `--lk-color-mix-strength` says. */
  readonly '--lk-color-mix'?: string | undefined
  /** In per cent. Default 0. */
  readonly '--lk-color-mix-strength'?: number | undefined
  /** The unit of all text, in px, rem or em. Default 10px. */
  readonly '--lk-font-size-master'?: string | undefined
  /** The unit of all corners, in px, rem or em. Default 4px. */
  readonly '--lk-border-radius-master'?: string | undefined
  /** Not needed: the dialog is in the browser's top layer. */
  readonly '--lk-z-index'?: number | undefined
  /** The dots of the QR code. Scanners want them dark. */
  readonly '--lk-qr-color'?: string | undefined
}

/** The current theme. */
export type ThemeState = {
  /** What the site or the visitor's system asks for, already resolved. */
  readonly mode: ThemeMode
  readonly variables: ThemeVariables
}

export function createThemeStore(initial: ThemeState): Store<ThemeState> {
  return createStore(initial)
}
