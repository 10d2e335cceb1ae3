import { createStore, type Store } from '../runtime/createStore.js'

type Suffixed<name> = name extends `--lk-${infer suffix}` ? suffix : never
type VariableName = Suffixed<keyof ThemeVariables>

/** Theme variables with any accepted prefix: `--lk-`, or the prefixes of AppKit. */
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

/** Matches text that could end a declaration, start a rule or load a resource. */
const dangerous = /[;{}[\]@\\\n\r\f]|(url|src|image|set)\(|\/\*/i
/** Matches balanced quotes and parentheses; two levels are enough for any colour. */
const balanced = /^([^()'"]|'[^']*'|"[^"]*"|\(([^()'"]|\([^()'"]*\))*\))+$/

/** Whether the text is a single CSS value. */
function isContained(value: string): boolean {
  return value.trim() !== '' && !dangerous.test(value) && balanced.test(value)
}

/** Colour scheme. */
export type ThemeMode = 'light' | 'dark'

/** Theme variables of a site. Values that could contain more than one CSS value are dropped. */
export type ThemeVariables = {
  /** A font that the page has loaded. Default: the system font. */
  readonly '--lk-font-family'?: string | undefined
  /** Colour of the main action; its shades and a readable text colour are derived from it. */
  readonly '--lk-accent'?: string | undefined
  /** Blended into the neutral colours, with the strength of `--lk-color-mix-strength`. */
  readonly '--lk-color-mix'?: string | undefined
  /** In percent. Default 0. */
  readonly '--lk-color-mix-strength'?: number | undefined
  /** The base unit of text sizes, in px, rem or em. Default 10px. */
  readonly '--lk-font-size-master'?: string | undefined
  /** The base unit of corner radii, in px, rem or em. Default 4px. */
  readonly '--lk-border-radius-master'?: string | undefined
  /** Not needed: the dialog is in the browser's top layer. */
  readonly '--lk-z-index'?: number | undefined
  /** Colour of the QR code's dots. Scanners need a dark colour. */
  readonly '--lk-qr-color'?: string | undefined
}

/** The current theme. */
export type ThemeState = {
  /** The site's mode, or the visitor's system setting. */
  readonly mode: ThemeMode
  readonly variables: ThemeVariables
}

export function createThemeStore(initial: ThemeState): Store<ThemeState> {
  return createStore(initial)
}
