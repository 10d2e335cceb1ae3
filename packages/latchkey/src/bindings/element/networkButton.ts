import type { Instance } from '../../boot/instances.js'
import { getConnection } from '../../core/connection/store.js'
import { recordEvent } from '../../core/events/actions/recordEvent.js'
import type { Network } from '../../core/network/network.js'
import { getActiveNetwork, isUnsupportedNetwork } from '../../core/network/store.js'
import { buttonText } from '../../core/text/buttons.js'
import { type ButtonModel, type ButtonSettings, parseSize } from './buttonModel.js'

export function networkButton(
  { widget, latchkey }: Instance,
  settings: ButtonSettings,
): ButtonModel {
  const { network, modal } = widget.stores
  const state = network.get()
  const active = getActiveNetwork(state)
  const isUnsupported = isUnsupportedNetwork(state) && !widget.config.allowUnsupportedChain
  const text =
    (isUnsupported ? buttonText.switchNetwork : active?.name) ||
    settings.label ||
    (getConnection(widget) ? buttonText.unknownNetwork : buttonText.selectNetwork)
  return {
    testId: 'w3m-network-button',
    text,
    label: buttonText.network,
    kind: isUnsupported ? 'warning' : 'plain',
    size: parseSize(settings),
    isDisabled: settings.disabled || modal.get().busy.length > 0,
    image: { key: active?.imageUrl ?? text, render: () => picture(active) },
    onClick() {
      recordEvent(widget, { event: 'CLICK_NETWORKS' })
      return latchkey.open({ view: isUnsupported ? 'UnsupportedChain' : 'Networks' })
    },
  }
}

/** The network's image, or its first letter. */
function picture(network: Network | undefined): Node {
  // The style sheet draws the letter, so that it is not part of the button's text.
  const letter = document.createElement('span')
  letter.className = 'letter'
  letter.dataset.letter = network?.name.charAt(0) ?? '?'
  if (!network?.imageUrl) return letter
  const image = document.createElement('img')
  image.alt = ''
  image.src = network.imageUrl
  image.addEventListener('error', () => image.replaceWith(letter), { once: true })
  return image
}
