import type * as wagmi3 from 'wagmi'
import * as wagmi2 from 'wagmi2'
import { openHookShop } from './bridgeHooks.js'

/** Hooks of version 2 under the names that version 3 has for what they give. */
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
