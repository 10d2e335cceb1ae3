import type { Namespace } from '@latchkey/wire/caip'

type Shared = {
  readonly disabled?: boolean
  readonly size?: 'sm' | 'md'
  readonly namespace?: Namespace
  /** The widget's `instance` option, when the page has several. */
  readonly instance?: string
}

type Connect = { readonly label?: string; readonly loadingLabel?: string }

type Account = {
  readonly balance?: 'show' | 'hide'
  readonly charsStart?: number
  readonly charsEnd?: number
}

export type LatchkeyButtonProps = Shared & Connect & Account
export type LatchkeyConnectButtonProps = Shared & Connect
export type LatchkeyAccountButtonProps = Shared & Account
export type LatchkeyNetworkButtonProps = Omit<Shared, 'namespace'> & { readonly label?: string }
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
export function attributeOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Attributes as HTML spells them; React versions differ in what they do with others. */
export function attributesOf(props: LatchkeyButtonProps): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(props).map(([name, value]) => {
      if (!Object.hasOwn(buttonProperties, name)) return [name, value]
      return [attributeOf(name), typeof value === 'boolean' ? (value ? '' : undefined) : value]
    }),
  )
}
