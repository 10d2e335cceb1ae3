import { createStore, type Store } from '../runtime/createStore.js'

/** The user of the embedded wallet. */
export type LoginUser = {
  readonly email: string | undefined
  readonly userName: string | undefined
  /** `email`, or the social provider. */
  readonly authProvider: string
  readonly accountType: 'eoa' | 'smartAccount'
  readonly isSmartAccountDeployed: boolean
  /** Both accounts, on EVM networks with smart accounts. */
  readonly accounts?: readonly LoginAccount[] | undefined
}

export type LoginAccount = { readonly address: string; readonly type: 'eoa' | 'smartAccount' }

export type LoginState = {
  readonly user?: LoginUser | undefined
  /** Chain ids with smart accounts; undefined until the frame has reported them. */
  readonly smartAccountNetworks?: readonly number[] | undefined
  /** The height of the frame's current screen; 0 if it shows nothing. */
  readonly screenHeight: number
  /** Requests that wait for a confirmation in the frame. */
  readonly approvals: number
}

export function createLoginStore(): Store<LoginState> {
  return createStore<LoginState>({ screenHeight: 0, approvals: 0 })
}
