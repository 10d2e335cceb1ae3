import type {
  LatchkeyAccountButtonProps,
  LatchkeyButtonProps,
  LatchkeyConnectButtonProps,
  LatchkeyModalProps,
  LatchkeyNetworkButtonProps,
} from './buttonProps.js'

type Flags = 'disabled'

/** Each setting as a property that reads and writes its attribute; undefined takes the attribute away. */
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

/** What a template may write: `charsEnd`, `chars-end` or `charsend`. */
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
  'latchkey-modal': Tag<LatchkeyModalElement, LatchkeyModalProps>
}

type TagNameMap = { [name in keyof LatchkeyTags]: LatchkeyTags[name]['element'] }

declare global {
  interface HTMLElementTagNameMap extends TagNameMap {}
}
