import type { Choice, FieldOf, Kind, ValueOf } from './fields.js'

/** A field before it knows its path. */
export type DraftOf<kind extends Kind> = Omit<FieldOf<kind>, 'path'>
export type Draft = { readonly [kind in Kind]: DraftOf<kind> }[Kind]

type Rest<kind extends Kind> = Omit<DraftOf<kind>, 'kind' | 'label' | 'initial' | 'fallback'> &
  Partial<Pick<DraftOf<kind>, 'initial' | 'fallback'>>

const maker =
  <kind extends Kind>(kind: kind, fallback: ValueOf[kind]) =>
  (label: string, rest: Rest<kind>): DraftOf<kind> =>
    ({ kind, label, fallback, initial: rest.fallback ?? fallback, ...rest }) as DraftOf<kind>

export const choice = maker('choice', '')
export const text = maker('text', '')
export const colour = maker('colour', '')
export const range = maker('range', null)
export const order = maker('order', null)
export const pairs = maker('pairs', {})
export const wallets = maker('wallets', [])

export function list(label: string, rest: Rest<'list'>): DraftOf<'list'> {
  return maker('list', [])(label, { hint: 'Separate several by spaces.', ...rest })
}

export function flag(label: string, fallback: boolean, hint?: string): DraftOf<'flag'> {
  return { kind: 'flag', label, fallback, initial: fallback, ...(hint && { hint }) }
}

/** Names as choices, in words where they need some. */
export function named(
  values: readonly string[],
  labels: Readonly<Record<string, string>> = {},
): Choice[] {
  return values.map((value) => ({ value, label: labels[value] ?? sentence(value) }))
}

/** `walletConnect` as `Wallet connect`. */
function sentence(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
