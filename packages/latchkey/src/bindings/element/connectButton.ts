import type { Instance } from '../../boot/instances.js'
import { buttonText } from '../../core/text/buttons.js'
import {
  type ButtonContent,
  type ButtonModel,
  type ButtonSettings,
  parseNamespace,
  parseSize,
} from './buttonModel.js'

export function connectButton(
  { widget, latchkey }: Instance,
  settings: ButtonSettings,
  isAccountLoading = false,
): ButtonModel {
  const { modal, connection } = widget.stores
  const namespace = parseNamespace(settings)
  const isConnecting = Object.entries(connection.get()).some(
    ([one, { status }]) => status === 'connecting' && (!namespace || one === namespace),
  )
  return {
    ...getConnectContent(settings, isConnecting || isAccountLoading),
    // Not directly to Connect: the visitor may be connected while the account button still loads.
    onClick: () => (modal.get().isOpen ? latchkey.close() : latchkey.open({ namespace })),
  }
}

/** The content of the button, without a widget. */
export function getConnectContent(settings: ButtonSettings, isBusy: boolean): ButtonContent {
  const namespace = parseNamespace(settings)
  return {
    testId: namespace ? `connect-button-${namespace}` : 'connect-button',
    text: isBusy
      ? settings.loadingLabel || buttonText.connecting
      : settings.label || buttonText.connect,
    kind: 'primary',
    size: parseSize(settings),
    isBusy,
    isDisabled: settings.disabled,
  }
}
