/** The actions of the shell and the first view. Views that load later import their own. */

export * from '../../config/actions/refreshProviderData.js'
export * from '../../connection/actions/disconnect.js'
export * from '../../connection/actions/reconnect.js'
export * from '../../events/actions/recordEvent.js'
export * from '../../wallets/actions/selectWallet.js'
export * from './agreeToTerms.js'
export * from './navigation.js'
export * from './notify.js'
