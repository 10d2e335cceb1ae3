import { createElement, type DetailedHTMLProps, type HTMLAttributes, useEffect } from 'react'
import {
  type LatchkeyAccountButtonProps as AccountProps,
  type LatchkeyButtonProps as ButtonProps,
  type LatchkeyBuyProps as BuyProps,
  type LatchkeyConnectButtonProps as ConnectProps,
  type LatchkeyTags,
  type LatchkeyModalProps as ModalProps,
  type LatchkeyNetworkButtonProps as NetworkProps,
  toAttributes,
} from '../element/buttonProps.js'
import { defineBuyElement } from '../element/buyElement.js'

/** Standard attributes except children and content: the elements render their own. */
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
 * Props of `LatchkeyButton`: its settings and the standard attributes of an element. `onClick` runs
 * before the modal opens; `event.preventDefault()` keeps it closed.
 */
export type LatchkeyButtonProps = With<ButtonProps>
/** Props of `LatchkeyConnectButton`; `onClick` works as in `LatchkeyButton`. */
export type LatchkeyConnectButtonProps = With<ConnectProps>
/** Props of `LatchkeyAccountButton`; `onClick` works as in `LatchkeyButton`. */
export type LatchkeyAccountButtonProps = With<AccountProps>
/** Props of `LatchkeyNetworkButton`; `onClick` works as in `LatchkeyButton`. */
export type LatchkeyNetworkButtonProps = With<NetworkProps>
/** Props of `LatchkeyBuy`. */
export type LatchkeyBuyProps = With<BuyProps>
/** Props of `LatchkeyModal`. */
export type LatchkeyModalProps = With<ModalProps>

/** React 18 supports `className` on native elements only, so it is passed as `class`. */
function createLatchkeyElement(name: string, { className, ...props }: LatchkeyButtonProps) {
  return createElement(name, { ...toAttributes(props), class: className })
}

/** Shows the connect button, or the account button once connected. */
export function LatchkeyButton(props: LatchkeyButtonProps) {
  return createLatchkeyElement('latchkey-button', props)
}

/** Opens the modal to connect a wallet; shows a spinner during an attempt. */
export function LatchkeyConnectButton(props: LatchkeyConnectButtonProps) {
  return createLatchkeyElement('latchkey-connect-button', props)
}

/** Shows the account; renders nothing while disconnected. */
export function LatchkeyAccountButton(props: LatchkeyAccountButtonProps) {
  return createLatchkeyElement('latchkey-account-button', props)
}

/** Shows the active network and opens the list of networks. */
export function LatchkeyNetworkButton(props: LatchkeyNetworkButtonProps) {
  return createLatchkeyElement('latchkey-network-button', props)
}

/** A form to buy crypto on the page; its button opens the offers of the providers. */
export function LatchkeyBuy(props: LatchkeyBuyProps) {
  useEffect(defineBuyElement, [])
  return createLatchkeyElement('latchkey-buy', props)
}

/** The modal, in embedded mode. */
export function LatchkeyModal(props: LatchkeyModalProps) {
  return createLatchkeyElement('latchkey-modal', props)
}

/** The elements' types for React's JSX. */
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

/** The global JSX namespace of React 18. */
declare global {
  namespace JSX {
    interface IntrinsicElements extends LatchkeyIntrinsicElements {}
  }
}
