import type { CustomWallet } from 'latchkey'
import { isRecord, isText } from './shape.js'

/** What each kind of field holds. `''`, `null` and empty lists mean: left to the widget. */
export type ValueOf = {
  readonly flag: boolean
  readonly choice: string
  readonly text: string
  readonly colour: string
  readonly range: number | null
  readonly list: readonly string[]
  readonly order: readonly string[] | null
  readonly pairs: Readonly<Record<string, string>>
  readonly wallets: readonly CustomWallet[]
}

export type Kind = keyof ValueOf

/** What a kind needs besides its value. */
type Details = {
  readonly flag: object
  readonly choice: { readonly choices: readonly Choice[] }
  readonly text: { readonly pattern?: RegExp; readonly example?: string; readonly long?: boolean }
  readonly colour: { readonly usual: string }
  readonly range: {
    readonly from: number
    readonly to: number
    readonly usual: number
    readonly unit?: string
  }
  readonly list: { readonly pattern: RegExp; readonly example: string }
  readonly order: { readonly items: readonly Choice[]; readonly needsOne?: boolean }
  readonly pairs: {
    readonly keys: readonly string[]
    /** Display name of a key. */
    readonly names?: Readonly<Record<string, string>>
    readonly pattern: RegExp
    readonly example: string
  }
  readonly wallets: object
}

export type Choice = { readonly value: string; readonly label: string }

/** One option of the widget as the panel offers it. */
export type FieldOf<kind extends Kind> = Details[kind] & {
  readonly kind: kind
  /** Name of the option, with its group before a dot: `features.send`. */
  readonly path: string
  readonly label: string
  readonly hint?: string
  /** Where this page starts. */
  readonly initial: ValueOf[kind]
  /** What the widget does when the option is left out. */
  readonly fallback: ValueOf[kind]
  /** How the option is written, where it differs from the value. */
  readonly toOption?: (value: ValueOf[kind]) => unknown
}

export type Field = { readonly [kind in Kind]: FieldOf<kind> }[Kind]

const webAddress = /^(https?:\/|\.{0,2})\/\S*$/i
export const patterns = {
  link: webAddress,
  image: /^(https?:\/\/|\.{0,2}\/|data:image\/)\S*$/i,
  node: /^https?:\/\/\S+$/i,
  relay: /^wss?:\/\/\S+$/i,
  id: /^\S+$/,
  contract: /^0x[0-9a-f]{40}$/i,
  name: /^[-\w]*$/,
  /** Nothing that could end a value in a style sheet. */
  style: /^[^;{}[\]@\\\n\r\f]*$/,
}

export const walletFields = [
  'id',
  'name',
  'homepage',
  'image_url',
  'mobile_link',
  'desktop_link',
  'webapp_link',
  'app_store',
  'play_store',
] as const satisfies readonly (keyof CustomWallet)[]

const guards: { readonly [kind in Kind]: (value: unknown, field: FieldOf<kind>) => boolean } = {
  flag: (value) => typeof value === 'boolean',
  choice: (value, { choices }) => choices.some((choice) => choice.value === value),
  text: (value, { pattern }) => isText(value) && (value === '' || !pattern || pattern.test(value)),
  colour: (value) => isText(value) && patterns.style.test(value),
  range: (value, { from, to }) =>
    value === null || (typeof value === 'number' && value >= from && value <= to),
  list: (value, { pattern }) =>
    Array.isArray(value) && value.every((item) => isText(item) && pattern.test(item)),
  order: (value, { items, needsOne, fallback }) =>
    (value === null && fallback === null && !needsOne) ||
    (Array.isArray(value) &&
      !(needsOne && value.length === 0) &&
      value.every(
        (item, index) =>
          items.some((known) => known.value === item) && value.indexOf(item) === index,
      )),
  pairs: (value, { pattern }) =>
    isRecord(value) &&
    Object.entries(value).every(([key, item]) => key !== '' && isText(item) && pattern.test(item)),
  wallets: (value) =>
    Array.isArray(value) &&
    value.every(
      (wallet) =>
        isRecord(wallet) &&
        Boolean(wallet.id && wallet.name) &&
        Object.entries(wallet).every(
          ([name, item]) => walletFields.some((known) => known === name) && isText(item),
        ),
    ),
}

/** Whether a value from outside fits the field. */
export function accepts(field: Field, value: unknown): boolean {
  return (guards[field.kind] as (value: unknown, field: Field) => boolean)(value, field)
}
