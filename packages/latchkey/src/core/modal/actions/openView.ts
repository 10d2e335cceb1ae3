import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import type { ConnectorId } from '../../connection/family.js'
import { connectedIn } from '../../connection/selectors.js'
import { networkById } from '../../network/store.js'
import { ConnectorNotFoundError } from '../../runtime/errors/connection.js'
import { NetworkNotFoundError } from '../../runtime/errors/network.js'
import type { Widget } from '../../widget.js'
import { assertOpenable } from '../openableViews.js'
import type { Route } from '../views.js'
import { openModal } from './openModal.js'

/** The views a site may open, each with the arguments it takes. */
export type OpenableView =
  | {
      readonly view?:
        | 'Connect'
        | 'Account'
        | 'Networks'
        | 'AllWallets'
        | 'WhatIsAWallet'
        | 'WhatIsANetwork'
        | 'UnsupportedChain'
        | 'EmailLogin'
        | 'ConnectSocials'
        | AccountView
        | undefined
      readonly arguments?: undefined
    }
  | {
      /** Connects to one wallet in the page, without the list. */
      readonly view: 'ConnectingExternal'
      readonly arguments: {
        readonly connectorId: ConnectorId
        /** Of a wallet of several chain families: the one to connect. */
        readonly namespace?: Namespace | undefined
      }
    }
  | {
      /** Shows the pairing code, for any wallet or for a listed one. */
      readonly view: 'ConnectingWalletConnect'
      readonly arguments?: { readonly walletId?: string | undefined } | undefined
    }
  | {
      /** Asks the connected wallet to change to a network. */
      readonly view: 'SwitchNetwork'
      readonly arguments: { readonly networkId: NetworkId }
    }

/** Views of what is connected; without a connection the visitor connects first. */
type AccountView =
  | 'ProfileWallets'
  | 'Transactions'
  | 'WalletReceive'
  | 'WalletSend'
  | 'RegisterAccountName'
  | 'AccountSettings'
  | 'UpdateEmailWallet'
  | 'WalletSecurity'

export type OpenViewParameters = OpenableView & {
  /** Offers only this chain family's wallets, and makes it the active one. */
  readonly namespace?: Namespace | undefined
  /** A pairing uri made by the site itself, to be shown as QR code. */
  readonly uri?: string | undefined
}

/** Opens the modal on the view a site asks for. Throws for a view that is not there. */
export function openView(widget: Widget, parameters: OpenViewParameters = {}): void {
  const { namespace, uri } = parameters
  openModal(widget, { namespace, uri, route: firstRoute(widget, parameters) })
}

/** The view the site asks for; undefined leaves it to the connection. Throws for what is not there. */
function firstRoute(widget: Widget, parameters: OpenViewParameters): Route | undefined {
  const { registry, network } = widget.stores
  const { view, uri } = parameters
  if (uri !== undefined && (view === undefined || view === 'ConnectingWalletConnect')) {
    return { view: 'ConnectingWalletConnect', params: parameters.arguments ?? {} }
  }
  if (view === undefined) return undefined
  const { needsAccount } = assertOpenable(widget, view)
  switch (view) {
    case 'ConnectingWalletConnect':
      return { view, params: parameters.arguments ?? {} }
    case 'ConnectingExternal': {
      const connectorId = parameters.arguments?.connectorId
      if (!registry.get().announced.some(({ id }) => id === connectorId)) {
        throw new ConnectorNotFoundError(connectorId)
      }
      return { view, params: parameters.arguments }
    }
    case 'SwitchNetwork': {
      const networkId = parameters.arguments?.networkId
      if (!networkById(network.get(), networkId)) throw new NetworkNotFoundError(networkId)
      return { view, params: parameters.arguments }
    }
    default:
      return needsAccount && !connectedIn(widget) ? undefined : { view, params: undefined }
  }
}
