import type { Hex } from '@latchkey/wire/rpc/eip155'
import { BrowserProvider } from 'ethers'
import { providers } from 'ethers5'
import * as wagmi3 from 'wagmi'
import * as wagmi3Actions from 'wagmi/actions'
import * as wagmi2 from 'wagmi2'
import * as wagmi2Actions from 'wagmi2/actions'
import { type BridgedLibrary, describeBridge } from '../../../../fixtures/bridgeContract.js'
import type { Latchkey } from '../../../boot/latchkey.js'
import { createEthersBridge, type EthersBridgeParameters } from './ethers.js'
import { createViemBridge } from './viem.js'
import { createWagmiBridge, wagmiParameters } from './wagmi.js'

describeBridge('viem', (latchkey) => {
  const bridge = createViemBridge({ latchkey })
  const keep = async () => keepClient(bridge.getWalletClient())
  return {
    account: async () => bridge.getClients().walletClient?.account.address,
    chainId: async () => bridge.getPublicClient().chain.id,
    sign: async (text) => (await keep()).sign(text),
    send: async (transaction) => (await keep()).send(transaction),
    switchTo: (id) => bridge.getWalletClient().switchChain({ id }),
    keep,
  }
})

/** What the signers of ethers 5 and 6 have in common. */
type EthersSigner = {
  signMessage(text: string): Promise<string>
  sendUncheckedTransaction(transaction: {
    to: Hex
    value: bigint
    gasLimit: number
  }): Promise<string>
}

function useEthers<provider extends { getSigner(address: string): unknown }>(
  latchkey: Latchkey,
  Provider: EthersBridgeParameters<provider>['provider'],
): BridgedLibrary {
  const bridge = createEthersBridge({ latchkey, provider: Provider })
  type Common = {
    getNetwork(): Promise<{ chainId: number | bigint }>
    send(method: string, params: unknown[]): Promise<unknown>
  }
  const provider = () => bridge.getProvider() as unknown as Common
  const keep = async () => {
    const signer = (await bridge.getSigner()) as EthersSigner
    return {
      sign: (text: string) => signer.signMessage(text),
      send: (transaction: { to: Hex; value: bigint }) =>
        signer.sendUncheckedTransaction({ ...transaction, gasLimit: 21_000 }),
    }
  }
  return {
    account: async () => {
      if (latchkey.getAddress() === undefined) return undefined
      return ((await provider().send('eth_accounts', [])) as string[])[0]
    },
    chainId: async () => Number((await provider().getNetwork()).chainId),
    sign: async (text) => (await keep()).sign(text),
    send: async (transaction) => (await keep()).send(transaction),
    switchTo: (id) =>
      provider().send('wallet_switchEthereumChain', [{ chainId: `0x${id.toString(16)}` }]),
    keep,
  }
}

describeBridge('ethers 6', (latchkey) => useEthers(latchkey, BrowserProvider))
describeBridge('ethers 5', (latchkey) => useEthers(latchkey, providers.Web3Provider))

describeBridge('wagmi 3', (latchkey) => {
  const config = wagmi3.createConfig({ ...wagmiParameters({ latchkey }), storage: null })
  createWagmiBridge({ latchkey, config })
  return {
    account: async () => wagmi3Actions.getConnection(config).address,
    chainId: async () => wagmi3Actions.getChainId(config),
    sign: (message) => wagmi3Actions.signMessage(config, { message }),
    send: (transaction) => wagmi3Actions.sendTransaction(config, transaction),
    switchTo: (chainId) => wagmi3Actions.switchChain(config, { chainId }),
    keep: async () => keepClient(await wagmi3Actions.getWalletClient(config)),
  }
})

describeBridge('wagmi 2', (latchkey) => {
  const config = wagmi2.createConfig({ ...wagmiParameters({ latchkey }), storage: null })
  createWagmiBridge({ latchkey, config })
  return {
    account: async () => wagmi2Actions.getAccount(config).address,
    chainId: async () => wagmi2Actions.getChainId(config),
    sign: (message) => wagmi2Actions.signMessage(config, { message }),
    send: (transaction) => wagmi2Actions.sendTransaction(config, transaction),
    switchTo: (chainId) => wagmi2Actions.switchChain(config, { chainId }),
    keep: async () => keepClient(await wagmi2Actions.getWalletClient(config)),
  }
})

function keepClient(client: {
  signMessage(parameters: { message: string }): Promise<Hex>
  sendTransaction(parameters: { to: Hex; value: bigint }): Promise<Hex>
}) {
  return {
    sign: (message: string) => client.signMessage({ message }),
    send: (transaction: { to: Hex; value: bigint }) => client.sendTransaction(transaction),
  }
}
