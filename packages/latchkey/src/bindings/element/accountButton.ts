import type { Instance } from '../../boot/instances.js'
import { shortenAddress } from '../../core/format/address.js'
import { formatBalance } from '../../core/format/balance.js'
import * as limits from '../../core/limits.js'
import { resourcesOf } from '../../core/resources.js'
import { connectedIn } from '../../core/selectors.js'
import { activeNetwork, isUnsupported } from '../../core/stores/network.js'
import { buttonText } from '../../core/text/buttons.js'
import {
  type ButtonAttributes,
  type ButtonModel,
  countAttribute,
  namespaceAttribute,
  sizeAttribute,
} from './buttonModel.js'
import { drawAvatar } from './drawAvatar.js'

export function accountButton(
  instance: Instance,
  attributes: ButtonAttributes,
): ButtonModel | undefined {
  const { widget, latchkey } = instance
  const namespace = namespaceAttribute(attributes)
  const state = widget.stores.network.get()
  const connected = connectedIn(widget, namespace)
  if (!connected) return undefined

  const isStranded =
    isUnsupported(state, namespace ?? state.activeNamespace) && !widget.config.allowUnsupportedChain
  const { address } = connected.active
  const short = shortenAddress(
    address,
    countAttribute(attributes, ['charsstart', 'chars-start'], limits.addressCharsStart),
    countAttribute(attributes, ['charsend', 'chars-end'], limits.addressCharsEnd),
  )

  return {
    testId: namespace ? `account-button-${namespace}` : 'account-button',
    text: isStranded ? buttonText.switchNetwork : short,
    label: isStranded ? undefined : buttonText.account,
    kind: isStranded ? 'warning' : 'plain',
    size: sizeAttribute(attributes),
    isDisabled: attributes.isSet('disabled'),
    fact: attributes.text('balance') === 'hide' || isStranded ? undefined : balance(instance),
    image: { key: address, draw: () => drawAvatar(address) },
    follow: (redraw) => resourcesOf(widget).balance.subscribe(redraw),
    press: () => latchkey.open({ view: isStranded ? 'UnsupportedChain' : undefined, namespace }),
  }
}

/** Null while loading; undefined where no balance is shown; a dash when it cannot be had. */
function balance({ widget }: Instance): string | null | undefined {
  const network = activeNetwork(widget.stores.network.get())
  const address = connectedIn(widget)?.active.address
  if (!network || network.isTestnet || address === undefined) return undefined
  const state = resourcesOf(widget).balance.get({ address, network })
  if (state.status === 'absent') return undefined
  const { symbol, decimals } = network.nativeCurrency
  if ('value' in state && state.value !== undefined) {
    return `${formatBalance(state.value, decimals)} ${symbol}`
  }
  return state.status === 'loading' ? null : buttonText.noBalance
}
