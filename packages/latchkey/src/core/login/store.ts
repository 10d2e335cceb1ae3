import { createStore, type Store } from '../runtime/createStore.js'

/** Who is signed in to the embedded wallet, as sites and views show it. */
export type LoginUser = {
  readonly email: string | undefined
  readonly userName: string | undefined
  /** `email`, or the social provider. */
  readonly authProvider: string
  readonly accountType: 'eoa' | 'smartAccount'
  readonly isSmartAccountDeployed: boolean
  /** Both of them, on EVM chains where smart accounts can live. */
  readonly accounts?: readonly LoginAccount[] | undefined
}

export type LoginAccount = { readonly address: string; readonly type: 'eoa' | 'smartAccount' }

export type LoginState = {
  readonly user?: LoginUser | undefined
  /** Chain numbers where smart accounts can live; undefined until the frame has told. */
  readonly smartAccountNetworks?: readonly number[] | undefined
  /** How tall the frame's present screen is; 0 when it shows nothing. */
  readonly screenHeight: number
  /** Requests the frame waits for a confirmation of. */
  readonly approvals: number
}

export function createLoginStore(): Store<LoginState> {
  return createStore<LoginState>({ screenHeight: 0, approvals: 0 })
}
