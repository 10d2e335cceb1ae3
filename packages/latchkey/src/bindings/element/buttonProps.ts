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

/** Attributes as HTML spells them; React versions differ in what they do with others. */
export function attributesOf({
  disabled,
  loadingLabel,
  charsStart,
  charsEnd,
  ...rest
}: LatchkeyButtonProps) {
  return {
    ...rest,
    disabled: disabled ? '' : undefined,
    'loading-label': loadingLabel,
    'chars-start': charsStart,
    'chars-end': charsEnd,
  }
}
