import type { Namespace } from '@latchkey/wire/caip'
import { getConnection } from '../../connection/store.js'
import { canLogIn } from '../../login/login.js'
import { getNetworkById } from '../../network/store.js'
import { ConnectorNotFoundError } from '../../runtime/errors/connection.js'
import { UnknownViewError, ViewUnavailableError } from '../../runtime/errors/interface.js'
import { NetworkNotFoundError } from '../../runtime/errors/network.js'
import { openSignIn } from '../../siwx/actions/openSignIn.js'
import { getWalletListInput } from '../../wallets/installedWallets.js'
import { offersAllWallets } from '../../wallets/walletList.js'
import type { Widget } from '../../widget.js'
import {
  getPublicViewNames,
  getViewFacts,
  type PublicViewName,
  type Route,
  type ViewFacts,
  type ViewOption,
  type ViewParams,
} from '../views.js'
import { openModal } from './navigation.js'

/** The public views that need arguments, and those that take none. */
type ViewWithArguments = {
  [name in PublicViewName]: undefined extends ViewParams[name] ? never : name
}[PublicViewName]
type ViewWithoutArguments = Exclude<PublicViewName, ViewWithArguments>

/** The views a site may open, each with the arguments it takes. */
export type OpenableView =
  | {
      readonly view?: ViewWithoutArguments | undefined
      readonly arguments?: undefined
    }
  | {
      [name in ViewWithArguments]: Record<never, never> extends ViewParams[name]
        ? { readonly view: name; readonly arguments?: ViewParams[name] | undefined }
        : { readonly view: name; readonly arguments: ViewParams[name] }
    }[ViewWithArguments]

export type OpenViewParameters = OpenableView & {
  /** Offers only this chain family's wallets, and makes it the active one. */
  readonly namespace?: Namespace | undefined
  /** A pairing URI created by the site itself, shown as a QR code. */
  readonly uri?: string | undefined
}

/** Whether an option that switches views is on, as far as it is known now. */
const isOn: { readonly [option in ViewOption]: (widget: Widget) => boolean } = {
  allWallets: (widget) => offersAllWallets(getWalletListInput(widget)),
  enableNetworkSwitch: ({ config }) => config.networkSwitch,
  'features.deposit': (widget) =>
    widget.ports.provider !== undefined && settingsOf(widget).remoteFeatures.payWithExchange,
  'features.email': (widget) => canLogIn(widget) && settingsOf(widget).remoteFeatures.email,
  'features.history': (widget) => settingsOf(widget).remoteFeatures.activity,
  'features.onramp': (widget) =>
    widget.ports.provider !== undefined && settingsOf(widget).remoteFeatures.onramp !== false,
  'features.receive': (widget) => settingsOf(widget).features.receive,
  'features.send': (widget) => settingsOf(widget).features.send,
  'features.smartSessions': (widget) => settingsOf(widget).features.smartSessions,
  'features.socials': (widget) =>
    canLogIn(widget) && settingsOf(widget).remoteFeatures.socials !== false,
  'features.swaps': (widget) =>
    widget.ports.provider !== undefined && settingsOf(widget).remoteFeatures.swaps !== false,
  names: ({ config, stores }) =>
    config.providerUrl !== undefined && stores.settings.get().nameZone !== undefined,
  providerUrl: ({ config }) => config.providerUrl !== undefined,
  'providerUrls.login': canLogIn,
  relayUrls: ({ config }) => config.pairing,
  siwx: ({ siwx }) => siwx !== undefined,
}

const settingsOf = ({ stores }: Widget) => stores.settings.get()

/** Opens the modal on the given view. Throws if the view is unknown or switched off. */
export function openView(widget: Widget, parameters: OpenViewParameters = {}): void {
  const { namespace, uri } = parameters
  const route = toRoute(widget, parameters)
  if (route?.view === 'SIWXSignMessage') openSignIn(widget)
  else openModal(widget, { namespace, uri, route })
}

/** Undefined if the connection decides which view opens. */
function toRoute(widget: Widget, parameters: OpenViewParameters): Route | undefined {
  const { registry, network, siwx } = widget.stores
  const { view, uri } = parameters
  if (uri !== undefined && (view === undefined || view === 'ConnectingWalletConnect')) {
    return { view: 'ConnectingWalletConnect', params: parameters.arguments ?? {} }
  }
  if (view === undefined) return undefined
  const { openFor } = getOpenable(widget, view)
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
      if (!getNetworkById(network.get(), networkId)) throw new NetworkNotFoundError(networkId)
      return { view, params: parameters.arguments }
    }
    case 'SIWXSignMessage':
      return siwx.get().status === 'unsigned' ? { view } : undefined
    case 'OnRampProviders':
      return getConnection(widget) && { view, params: parameters.arguments ?? {} }
    case 'Swap':
      return getConnection(widget) && { view, params: parameters.arguments ?? {} }
    default:
      return openFor === 'connected' && !getConnection(widget) ? undefined : { view }
  }
}

/** Returns the definition of a view; throws if it is unknown or its option is off. */
function getOpenable(widget: Widget, view: PublicViewName): ViewFacts {
  const publicNames = getPublicViewNames()
  if (!publicNames.includes(view)) throw new UnknownViewError(String(view), publicNames)
  const facts = getViewFacts(view)
  if (facts.option && !isOn[facts.option](widget))
    throw new ViewUnavailableError(view, facts.option)
  return facts
}
