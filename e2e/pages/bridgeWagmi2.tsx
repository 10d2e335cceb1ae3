import type * as wagmi3 from 'wagmi'
import * as wagmi2 from 'wagmi2'
import { openHookShop } from './bridgeHooks.js'

/** Version 2 hooks under their version 3 names. */
const renamed = {
  ...wagmi2,
  useConnection: wagmi2.useAccount,
  useConnect() {
    const { connect, error } = wagmi2.useConnect()
    return { mutate: connect, error }
  },
  useDisconnect: () => ({ mutate: wagmi2.useDisconnect().disconnect }),
  useSignMessage() {
    const { signMessage, data } = wagmi2.useSignMessage()
    return { mutate: signMessage, data }
  },
  useSendTransaction() {
    const { sendTransaction, data } = wagmi2.useSendTransaction()
    return { mutate: sendTransaction, data }
  },
  useSwitchChain: () => ({ mutate: wagmi2.useSwitchChain().switchChain }),
}

openHookShop(renamed as unknown as typeof wagmi3)
