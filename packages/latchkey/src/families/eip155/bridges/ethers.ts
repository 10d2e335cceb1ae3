import { toQuantity } from '@latchkey/wire/rpc/eip155'
import {
  type BridgedWidget,
  createFollowingProvider,
  getConnectedState,
  watchEvm,
} from './bridgedWidget.js'

type GivesSigner = { getSigner(address: string): unknown }

/** A provider class of ethers: `BrowserProvider` of version 6, `providers.Web3Provider` of version 5. */
export type EthersProviderClass<provider extends GivesSigner> = new (
  // biome-ignore lint/suspicious/noExplicitAny: each version of ethers has its own type for this.
  eip1193: any,
  network: number,
) => provider

/** ethers, following the widget. */
export type EthersBridge<provider extends GivesSigner> = {
  /**
   * The wallet the widget is connected to, as an ethers provider. The same object until account or
   * network change; an older one sends nothing to a network it was not made for. Throws
   * `NotConnectedError`.
   */
  getProvider(): provider
  /** Signs and sends with the account the widget shows. Rejects with `NotConnectedError`. */
  getSigner(): Promise<Awaited<ReturnType<provider['getSigner']>>>
  /** Calls back when account or network have changed: the time to ask for a signer again. */
  subscribe(listener: () => void): () => void
}

/** What `createEthersBridge` takes. */
export type EthersBridgeParameters<provider extends GivesSigner> = {
  readonly latchkey: BridgedWidget
  /** The site's own class: its version of ethers decides, and none comes with us. */
  readonly provider: EthersProviderClass<provider>
}

/** Hands the site ethers providers and signers that follow the widget. */
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
      // A signer of ethers 5 is there at once, one of ethers 6 is promised.
      const signer = await getProvider().getSigner(account)
      return signer as Awaited<ReturnType<provider['getSigner']>>
    },
    subscribe: (listener) => watchEvm(latchkey, () => listener()),
  }
}

/** ethers leaves the chain of a transaction to the wallet; named, a wrong one is refused. */
function nameChain(method: string, params: unknown, chainId: number): unknown {
  if (method !== 'eth_sendTransaction' || !Array.isArray(params)) return params
  const [transaction, ...rest] = params
  return [{ chainId: toQuantity(BigInt(chainId)), ...transaction }, ...rest]
}
