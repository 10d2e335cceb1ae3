import type { Namespace } from '@latchkey/wire/caip'
import { createElement } from 'react'

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

/** Connect button until connected, account button from then on. */
export function LatchkeyButton(props: LatchkeyButtonProps) {
  return createElement('latchkey-button', attributes(props))
}

export function LatchkeyConnectButton(props: LatchkeyConnectButtonProps) {
  return createElement('latchkey-connect-button', attributes(props))
}

/** Draws nothing until connected. */
export function LatchkeyAccountButton(props: LatchkeyAccountButtonProps) {
  return createElement('latchkey-account-button', attributes(props))
}

export function LatchkeyNetworkButton(props: LatchkeyNetworkButtonProps) {
  return createElement('latchkey-network-button', attributes(props))
}

/** The modal's place in embedded mode. */
export function LatchkeyModal(props: { readonly instance?: string }) {
  return createElement('latchkey-modal', props)
}

/** Attributes as HTML spells them; React versions differ in what they do with others. */
function attributes({
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
