import type { Namespace } from '@latchkey/wire/caip'
import { switchConnection } from '../../../core/connection/actions/switchConnection.js'
import type { ConnectorId } from '../../../core/connection/family.js'
import { notify } from '../../../core/modal/actions/notify.js'
import * as profileText from '../../../core/text/profile.js'
import type { Widget } from '../../../core/widget.js'

export type SwitchWalletParameters = {
  readonly namespace: Namespace
  readonly connectorId: ConnectorId
  readonly address: string
}

/** Goes over to another connected wallet. One that is gone by now is said to be. */
export function switchWallet(widget: Widget, parameters: SwitchWalletParameters): void {
  const { switchedWallet, switchFailed } = profileText.profile
  try {
    switchConnection(widget, parameters)
    void notify(widget, { variant: 'success', message: switchedWallet })
  } catch (error) {
    widget.ports.log.warn('The wallet was not switched', error)
    void notify(widget, { variant: 'error', message: switchFailed })
  }
}
