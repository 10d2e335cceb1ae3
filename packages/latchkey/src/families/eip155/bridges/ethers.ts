import { toQuantity } from '@latchkey/wire/rpc/eip155'
import {
  type BridgedWidget,
  createFollowingProvider,
  getConnectedState,
  watchEvm,
} from './bridgedWidget.js'

type GivesSigner = { getSigner(address: string): unknown }

/**
 * A provider class of ethers: `BrowserProvider` in version 6, `providers.Web3Provider` in version 5.
 */
export type EthersProviderClass<provider extends GivesSigner> = new (
  // biome-ignore lint/suspicious/noExplicitAny: each version of ethers has its own type for this.
  eip1193: any,
  network: number,
) => provider

/** ethers providers and signers for the widget's connection. */
export type EthersBridge<provider extends GivesSigner> = {
  /**
   * The connected wallet as an ethers provider. The same object until account or network change; an
   * older one sends nothing to another network. Throws `NotConnectedError`.
   */
  getProvider(): provider
  /** Signs and sends with the active account. Rejects with `NotConnectedError`. */
  getSigner(): Promise<Awaited<ReturnType<provider['getSigner']>>>
  /** Calls the listener when account or network change: get a new signer then. */
  subscribe(listener: () => void): () => void
}

/** Parameters of `createEthersBridge`. */
export type EthersBridgeParameters<provider extends GivesSigner> = {
  readonly latchkey: BridgedWidget
  /** The site's own class, so any version of ethers works and none is bundled. */
  readonly provider: EthersProviderClass<provider>
}

/** Creates ethers providers and signers that follow the widget's connection. */
export function createEthersBridge<provider extends GivesSigner>({
  latchkey,
  provider: EthersProvider,
}: EthersBridgeParameters<provider>): EthersBridge<provider> {
  const eip1193 = createFollowingProvider(latchkey)
  let current: { readonly key: string; readonly provider: provider } | undefined

  function getProvider(): provider {
    const { account, chainId } = getConnectedState(latchkey)
    const key = `${chainId}:${account}`
    if (current?.key !== key) {
      const bound: typeof eip1193 = {
        ...eip1193,
        request: ({ method, params }) =>
          eip1193.request({ method, params: nameChain(method, params, chainId) }),
      }
      current = { key, provider: new EthersProvider(bound, chainId) }
    }
    return current.provider
  }

  return {
    getProvider,
    async getSigner(): Promise<Awaited<ReturnType<provider['getSigner']>>> {
      const { account } = getConnectedState(latchkey)
      // ethers 5 returns a signer, ethers 6 a promise.
      const signer = await getProvider().getSigner(account)
      return signer as Awaited<ReturnType<provider['getSigner']>>
    },
    subscribe: (listener) => watchEvm(latchkey, () => listener()),
  }
}

/** ethers sends transactions without a chain id. With one, the wallet rejects the wrong chain. */
function nameChain(method: string, params: unknown, chainId: number): unknown {
  if (method !== 'eth_sendTransaction' || !Array.isArray(params)) return params
  const [transaction, ...rest] = params
  return [{ chainId: toQuantity(BigInt(chainId)), ...transaction }, ...rest]
}
