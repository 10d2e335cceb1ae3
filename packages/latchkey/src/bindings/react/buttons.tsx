import { createElement } from 'react'
import {
  attributesOf,
  type LatchkeyAccountButtonProps,
  type LatchkeyButtonProps,
  type LatchkeyConnectButtonProps,
  type LatchkeyNetworkButtonProps,
} from '../element/buttonProps.js'

export type {
  LatchkeyAccountButtonProps,
  LatchkeyButtonProps,
  LatchkeyConnectButtonProps,
  LatchkeyNetworkButtonProps,
}

/** Connect button until connected, account button from then on. */
export function LatchkeyButton(props: LatchkeyButtonProps) {
  return createElement('latchkey-button', attributesOf(props))
}

/** Opens the modal on the ways to connect; busy while a wallet is asked. */
export function LatchkeyConnectButton(props: LatchkeyConnectButtonProps) {
  return createElement('latchkey-connect-button', attributesOf(props))
}

/** Draws nothing until connected. */
export function LatchkeyAccountButton(props: LatchkeyAccountButtonProps) {
  return createElement('latchkey-account-button', attributesOf(props))
}

/** Shows the network in use and opens the list of them. */
export function LatchkeyNetworkButton(props: LatchkeyNetworkButtonProps) {
  return createElement('latchkey-network-button', attributesOf(props))
}

/** The modal's place in embedded mode. */
export function LatchkeyModal(props: { readonly instance?: string }) {
  return createElement('latchkey-modal', props)
}
