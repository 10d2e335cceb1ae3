import type { Namespace } from '@latchkey/wire/caip'

type Flags = 'disabled'

/** Each property reads and writes its attribute; undefined removes the attribute. */
type Properties<props> = {
  -readonly [name in keyof props]-?: name extends Flags
    ? boolean
    : Exclude<props[name], undefined> | undefined
}

/** `<latchkey-button>`. */
export interface LatchkeyButtonElement extends HTMLElement, Properties<LatchkeyButtonProps> {}
/** `<latchkey-connect-button>`. */
export interface LatchkeyConnectButtonElement
  extends HTMLElement,
    Properties<LatchkeyConnectButtonProps> {}
/** `<latchkey-account-button>`. */
export interface LatchkeyAccountButtonElement
  extends HTMLElement,
    Properties<LatchkeyAccountButtonProps> {}
/** `<latchkey-network-button>`. */
export interface LatchkeyNetworkButtonElement
  extends HTMLElement,
    Properties<LatchkeyNetworkButtonProps> {}
/** `<latchkey-buy>`. */
export interface LatchkeyBuyElement extends HTMLElement, Properties<LatchkeyBuyProps> {}
/** `<latchkey-modal>`. */
export interface LatchkeyModalElement extends HTMLElement, Properties<LatchkeyModalProps> {}

type Hyphenated<name extends string> = name extends `${infer first}${infer rest}`
  ? `${first extends Lowercase<first> ? first : `-${Lowercase<first>}`}${Hyphenated<rest>}`
  : name

type Written<value> = value extends boolean
  ? boolean | ''
  : value extends number
    ? number | `${number}`
    : value

/** Template spellings of an attribute: `charsEnd`, `chars-end` or `charsend`. */
type Attributes<props> = {
  readonly [name in keyof props & string as name | Hyphenated<name> | Lowercase<name>]?:
    | Written<Exclude<props[name], undefined>>
    | undefined
}

type Tag<element, props> = { readonly element: element; readonly attributes: Attributes<props> }

/** The elements by their tags, for the type declarations of frameworks. */
export type LatchkeyTags = {
  'latchkey-button': Tag<LatchkeyButtonElement, LatchkeyButtonProps>
  'latchkey-connect-button': Tag<LatchkeyConnectButtonElement, LatchkeyConnectButtonProps>
  'latchkey-account-button': Tag<LatchkeyAccountButtonElement, LatchkeyAccountButtonProps>
  'latchkey-network-button': Tag<LatchkeyNetworkButtonElement, LatchkeyNetworkButtonProps>
  'latchkey-buy': Tag<LatchkeyBuyElement, LatchkeyBuyProps>
  'latchkey-modal': Tag<LatchkeyModalElement, LatchkeyModalProps>
}

type TagNameMap = { [name in keyof LatchkeyTags]: LatchkeyTags[name]['element'] }

declare global {
  interface HTMLElementTagNameMap extends TagNameMap {}
}

type Shared = {
  readonly disabled?: boolean
  readonly size?: 'sm' | 'md'
  /** The chain family to connect or show. Default: the active one. */
  readonly namespace?: Namespace
  /** The widget's `instance` option, when the page has several. */
  readonly instance?: string
}

type Connect = { readonly label?: string; readonly loadingLabel?: string }

type Account = {
  /** Whether the balance is shown. Default `show`. */
  readonly balance?: 'show' | 'hide'
  /** Characters shown at the start of an address. Default 4. */
  readonly charsStart?: number
  /** Characters shown at the end of an address. Default 6. */
  readonly charsEnd?: number
}

export type LatchkeyButtonProps = Shared & Connect & Account
export type LatchkeyConnectButtonProps = Shared & Connect
export type LatchkeyAccountButtonProps = Shared & Account
export type LatchkeyNetworkButtonProps = Omit<Shared, 'namespace'> & { readonly label?: string }
export type LatchkeyBuyProps = Pick<Shared, 'disabled' | 'instance'> & {
  /** The amount to start with, in the currency. Default 100. */
  readonly amount?: string
  /** The currency to start with, such as `EUR`. Default USD. */
  readonly currency?: string
  /** The token to start with: a symbol, or network id and symbol (`eip155:8453:USDC`). Default USDC. */
  readonly token?: string
}
export type LatchkeyModalProps = Pick<Shared, 'instance'>

/** How a property is written as an attribute. */
export type PropertyKind = 'flag' | 'text' | 'count'

/** Every property of the buttons. */
export const buttonProperties: {
  readonly [name in keyof LatchkeyButtonProps]-?: PropertyKind
} = {
  disabled: 'flag',
  balance: 'text',
  size: 'text',
  label: 'text',
  loadingLabel: 'text',
  charsStart: 'count',
  charsEnd: 'count',
  namespace: 'text',
  instance: 'text',
}

/** The attribute of a property: `chars-end` for `charsEnd`. */
export function toAttributeName(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Attributes in HTML spelling; React versions treat other spellings differently. */
export function toAttributes(props: LatchkeyButtonProps): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(props).map(([name, value]) => {
      if (!Object.hasOwn(buttonProperties, name)) return [name, value]
      return [toAttributeName(name), typeof value === 'boolean' ? (value ? '' : undefined) : value]
    }),
  )
}
