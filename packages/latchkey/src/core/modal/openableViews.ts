import { canLogIn } from '../connection/connectMethods.js'
import { UnknownViewError, ViewUnavailableError } from '../runtime/errors/view.js'
import { offersAllWallets } from '../wallets/walletList.js'
import { walletListInput } from '../wallets/walletListInput.js'
import type { Widget } from '../widget.js'

/** What a view needs before a site can open it. */
type Needs = {
  /** Without a connection the visitor connects first. */
  readonly account?: boolean
  /** The option that switches the view, and whether it is on. */
  readonly option?: readonly [name: string, isOn: (widget: Widget) => boolean]
}

const networkSwitch: Needs = {
  option: ['enableNetworkSwitch', ({ config }) => config.networkSwitch],
}
const loginAccount: Needs = { account: true, option: ['providerUrls.login', canLogIn] }
const settingsOf = ({ stores }: Widget) => stores.settings.get()

/** The views a site may open. */
const openableViews = {
  Connect: {},
  Account: {},
  Networks: networkSwitch,
  SwitchNetwork: networkSwitch,
  AllWallets: { option: ['allWallets', (widget) => offersAllWallets(walletListInput(widget))] },
  ConnectingExternal: {},
  ConnectingWalletConnect: { option: ['relayUrls', ({ config }) => config.pairing] },
  WhatIsAWallet: {},
  WhatIsANetwork: {},
  UnsupportedChain: {},
  EmailLogin: {
    option: [
      'features.email',
      (widget) => canLogIn(widget) && settingsOf(widget).remoteFeatures.email,
    ],
  },
  ConnectSocials: {
    option: [
      'features.socials',
      (widget) => canLogIn(widget) && settingsOf(widget).remoteFeatures.socials !== false,
    ],
  },
  ProfileWallets: { account: true },
  Transactions: {
    account: true,
    option: ['features.history', (widget) => settingsOf(widget).remoteFeatures.activity],
  },
  WalletReceive: {
    account: true,
    option: ['features.receive', (widget) => settingsOf(widget).features.receive],
  },
  WalletSend: {
    account: true,
    option: ['features.send', (widget) => settingsOf(widget).features.send],
  },
  RegisterAccountName: {
    account: true,
    option: ['providerUrl', ({ config }) => config.providerUrl !== undefined],
  },
  AccountSettings: loginAccount,
  UpdateEmailWallet: loginAccount,
  WalletSecurity: loginAccount,
} as const satisfies { readonly [view: string]: Needs }

export type OpenableViewName = keyof typeof openableViews

/** Throws for a view that is unknown or whose option is off. Answers whether it needs an account. */
export function assertOpenable(widget: Widget, view: OpenableViewName): { needsAccount: boolean } {
  if (!Object.hasOwn(openableViews, view)) {
    throw new UnknownViewError(String(view), Object.keys(openableViews))
  }
  const { account = false, option }: Needs = openableViews[view]
  if (option && !option[1](widget)) throw new ViewUnavailableError(view, option[0])
  return { needsAccount: account }
}
