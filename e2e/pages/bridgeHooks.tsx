import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createLatchkey } from 'latchkey'
import { createWagmiBridge, wagmiParameters } from 'latchkey/wagmi'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { multicall3Abi } from 'viem'
import { base, mainnet } from 'viem/chains'
import type * as wagmi3 from 'wagmi'
import { localPolling, recipient } from './bridgeShop.js'
import { siteOptions } from './site.js'

/** A shop built with wagmi's hooks, any version. */
export function openHookShop(wagmi: typeof wagmi3): void {
  const latchkey = createLatchkey(siteOptions())
  window.latchkey = latchkey
  const parameters = wagmiParameters({ latchkey, chains: [mainnet, base] })
  const config = wagmi.createConfig(parameters)
  createWagmiBridge({ latchkey, config })

  const app = document.querySelector('#app')
  if (!app) throw new Error('The page has no place for the shop')
  createRoot(app).render(
    <StrictMode>
      <wagmi.WagmiProvider config={config}>
        <QueryClientProvider client={new QueryClient()}>
          <Facts />
          <Actions />
        </QueryClientProvider>
      </wagmi.WagmiProvider>
    </StrictMode>,
  )

  function Facts() {
    const { address, status } = wagmi.useConnection()
    const connectors = wagmi.useConnectors()
    const contract = { address: base.contracts.multicall3.address, abi: multicall3Abi } as const
    const { data: read } = wagmi.useReadContracts({
      allowFailure: false,
      contracts: [
        { ...contract, functionName: 'getCurrentBlockTimestamp' },
        { ...contract, functionName: 'getCurrentBlockTimestamp' },
      ],
    })
    return (
      <dl>
        <dd data-testid="fact-account">{address ?? 'none'}</dd>
        <dd data-testid="fact-chain">{wagmi.useChainId()}</dd>
        <dd data-testid="fact-status">{status}</dd>
        <dd data-testid="fact-connectors">{connectors.map(({ id }) => id).join()}</dd>
        <dd data-testid="fact-multicall">{read && String(read[0] > 0n && read[0] === read[1])}</dd>
      </dl>
    )
  }

  function Actions() {
    const connect = wagmi.useConnect()
    const disconnect = wagmi.useDisconnect()
    const sign = wagmi.useSignMessage()
    const send = wagmi.useSendTransaction()
    const receipt = wagmi.useWaitForTransactionReceipt({
      hash: send.data,
      pollingInterval: localPolling,
    })
    const switchChain = wagmi.useSwitchChain()
    const [connector] = wagmi.useConnectors()
    const sent = receipt.data && `${send.data} ${receipt.data.status}`
    return (
      <p>
        <button type="button" onClick={() => connector && connect.mutate({ connector })}>
          Enter
        </button>
        <output data-testid="fact-rejection">{connect.error?.name}</output>
        <button type="button" onClick={() => sign.mutate({ message: 'Enter the shop' })}>
          Sign
        </button>
        <button type="button" onClick={() => send.mutate({ to: recipient, value: 42n })}>
          Send
        </button>
        <button type="button" onClick={() => switchChain.mutate({ chainId: 8453 })}>
          To Base
        </button>
        <button type="button" onClick={() => disconnect.mutate({})}>
          Leave
        </button>
        <output data-testid="fact-result">{sent ?? sign.data}</output>
      </p>
    )
  }
}
