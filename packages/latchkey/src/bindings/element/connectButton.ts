import type { Instance } from '../../boot/instances.js'
import { buttonText } from '../../core/text/buttons.js'
import {
  type ButtonFace,
  type ButtonModel,
  type ButtonSettings,
  namespaceIn,
  sizeIn,
} from './buttonModel.js'

export function connectButton(
  { widget, latchkey }: Instance,
  settings: ButtonSettings,
  isAccountLoading = false,
): ButtonModel {
  const { modal, connection } = widget.stores
  const namespace = namespaceIn(settings)
  const isConnecting = Object.entries(connection.get()).some(
    ([one, { status }]) => status === 'connecting' && (!namespace || one === namespace),
  )
  return {
    ...connectFace(settings, isConnecting || isAccountLoading),
    // Not straight to Connect: the visitor may be connected already, and only the account button late.
    press: () => (modal.get().isOpen ? latchkey.close() : latchkey.open({ namespace })),
  }
}

/** What is to be seen of it, for which nobody needs a widget. */
export function connectFace(settings: ButtonSettings, isBusy: boolean): ButtonFace {
  const namespace = namespaceIn(settings)
  return {
    testId: namespace ? `connect-button-${namespace}` : 'connect-button',
    text: isBusy
      ? settings.loadingLabel || buttonText.connecting
      : settings.label || buttonText.connect,
    kind: 'primary',
    size: sizeIn(settings),
    isBusy,
    isDisabled: settings.disabled,
  }
}
