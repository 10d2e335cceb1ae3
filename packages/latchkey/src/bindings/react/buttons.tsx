import { createElement, type DetailedHTMLProps, type HTMLAttributes } from 'react'
import {
  type LatchkeyAccountButtonProps as AccountProps,
  type LatchkeyButtonProps as ButtonProps,
  type LatchkeyConnectButtonProps as ConnectProps,
  type LatchkeyTags,
  type LatchkeyModalProps as ModalProps,
  type LatchkeyNetworkButtonProps as NetworkProps,
  toAttributes,
} from '../element/buttonProps.js'

/** What every element takes, without what belongs to content: the elements draw their own. */
type StandardAttributes = Omit<
  HTMLAttributes<HTMLElement>,
  | 'children'
  | 'dangerouslySetInnerHTML'
  | 'contentEditable'
  | 'suppressContentEditableWarning'
  | 'defaultValue'
  | 'defaultChecked'
>

type With<props> = props & Omit<StandardAttributes, keyof props>

/**
 * What `LatchkeyButton` takes: its own settings and the standard attributes of an element. `onClick` runs
 * before the widget opens, and `event.preventDefault()` in it keeps the widget shut.
 */
export type LatchkeyButtonProps = With<ButtonProps>
/** What `LatchkeyConnectButton` takes; `onClick` as with `LatchkeyButton`. */
export type LatchkeyConnectButtonProps = With<ConnectProps>
/** What `LatchkeyAccountButton` takes; `onClick` as with `LatchkeyButton`. */
export type LatchkeyAccountButtonProps = With<AccountProps>
/** What `LatchkeyNetworkButton` takes; `onClick` as with `LatchkeyButton`. */
export type LatchkeyNetworkButtonProps = With<NetworkProps>
/** What `LatchkeyModal` takes. */
export type LatchkeyModalProps = With<ModalProps>

/** React 18 knows `className` on native elements only, so it is written as the attribute it is. */
function createLatchkeyElement(name: string, { className, ...props }: LatchkeyButtonProps) {
  return createElement(name, { ...toAttributes(props), class: className })
}

/** Connect button until connected, account button from then on. */
export function LatchkeyButton(props: LatchkeyButtonProps) {
  return createLatchkeyElement('latchkey-button', props)
}

/** Opens the modal on the ways to connect; busy while a wallet is asked. */
export function LatchkeyConnectButton(props: LatchkeyConnectButtonProps) {
  return createLatchkeyElement('latchkey-connect-button', props)
}

/** Draws nothing until connected. */
export function LatchkeyAccountButton(props: LatchkeyAccountButtonProps) {
  return createLatchkeyElement('latchkey-account-button', props)
}

/** Shows the network in use and opens the list of them. */
export function LatchkeyNetworkButton(props: LatchkeyNetworkButtonProps) {
  return createLatchkeyElement('latchkey-network-button', props)
}

/** The modal's place in embedded mode. */
export function LatchkeyModal(props: LatchkeyModalProps) {
  return createLatchkeyElement('latchkey-modal', props)
}

/** The elements as React's JSX knows them. */
export type LatchkeyIntrinsicElements = {
  [name in keyof LatchkeyTags]: DetailedHTMLProps<
    HTMLAttributes<LatchkeyTags[name]['element']>,
    LatchkeyTags[name]['element']
  > &
    LatchkeyTags[name]['attributes']
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends LatchkeyIntrinsicElements {}
  }
}

/** Where React 18 has it. */
declare global {
  namespace JSX {
    interface IntrinsicElements extends LatchkeyIntrinsicElements {}
  }
}
