import type { LatchkeyTags } from './buttonProps.js'
import { defineBuyElement } from './buyElement.js'
import { defineElements } from './defineElements.js'

/** The tags of AppKit, and the elements that take their place. */
const tagByAlias = {
  'appkit-button': 'latchkey-button',
  'appkit-connect-button': 'latchkey-connect-button',
  'appkit-account-button': 'latchkey-account-button',
  'appkit-network-button': 'latchkey-network-button',
  'appkit-modal': 'latchkey-modal',
  'w3m-button': 'latchkey-button',
  'w3m-connect-button': 'latchkey-connect-button',
  'w3m-account-button': 'latchkey-account-button',
  'w3m-network-button': 'latchkey-network-button',
  'w3m-modal': 'latchkey-modal',
  'w3m-onramp-widget': 'latchkey-buy',
} as const satisfies Readonly<Record<string, keyof LatchkeyTags>>

/** AppKit's test ids for the text of a button. */
const textTestIds = [
  ['[data-testid="w3m-network-button"] .text', 'wui-network-button'],
  ['.warning[data-testid^="account-button"] .text', 'wui-account-button-unsupported-chain'],
] as const

type TagNameMap = {
  [alias in keyof typeof tagByAlias]: LatchkeyTags[(typeof tagByAlias)[alias]]['element']
}

declare global {
  interface HTMLElementTagNameMap extends TagNameMap {}
}

/**
 * Registers AppKit's tags (`<appkit-button>`, `<w3m-button>` and so on) as other names of Latchkey's
 * elements, so that pages can keep their markup. Tags that are already defined stay as they are. Does
 * nothing on a server.
 */
export function defineAppkitElements(): void {
  if (typeof customElements === 'undefined') return
  defineElements()
  defineBuyElement()
  for (const [alias, tag] of Object.entries(tagByAlias)) {
    const Element = customElements.get(tag)
    if (!Element || customElements.get(alias)) continue
    customElements.define(
      alias,
      class extends Element {
        constructor() {
          super()
          if (alias.endsWith('button') && this.shadowRoot) watchText(this.shadowRoot)
        }
      },
    )
  }
}

/** The text is rendered again when it changes. */
function watchText(root: ShadowRoot): void {
  const observer = new MutationObserver(() => {
    for (const [selector, testId] of textTestIds) {
      root.querySelector(selector)?.setAttribute('data-testid', testId)
    }
  })
  observer.observe(root, { childList: true, subtree: true })
}
