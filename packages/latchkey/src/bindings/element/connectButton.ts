import type { Instance } from '../../boot/instances.js'
import { buttonText } from '../../core/text/buttons.js'
import {
  type ButtonAttributes,
  type ButtonFace,
  type ButtonModel,
  namespaceAttribute,
  sizeAttribute,
} from './buttonModel.js'

export function connectButton(
  { widget, latchkey }: Instance,
  attributes: ButtonAttributes,
  isAccountLoading = false,
): ButtonModel {
  const { modal, connection } = widget.stores
  const namespace = namespaceAttribute(attributes)
  const isConnecting = Object.entries(connection.get()).some(
    ([one, { status }]) => status === 'connecting' && (!namespace || one === namespace),
  )
  return {
    ...connectFace(attributes, isConnecting || isAccountLoading),
    // Not straight to Connect: the visitor may be connected already, and only the account button late.
    press: () => (modal.get().isOpen ? latchkey.close() : latchkey.open({ namespace })),
  }
}

/** What is to be seen of it, for which nobody needs a widget. */
export function connectFace(attributes: ButtonAttributes, isBusy: boolean): ButtonFace {
  const namespace = namespaceAttribute(attributes)
  const loadingLabel = attributes.text('loadingLabel')
  return {
    testId: namespace ? `connect-button-${namespace}` : 'connect-button',
    text: isBusy
      ? (loadingLabel ?? buttonText.connecting)
      : (attributes.text('label') ?? buttonText.connect),
    kind: 'primary',
    size: sizeAttribute(attributes),
    isBusy,
    isDisabled: attributes.isSet('disabled'),
  }
}
