import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { eip155 } from 'latchkey/eip155'
import { createLatchkey, LatchkeyConnectButton } from 'latchkey/react'
import { createWagmiBridge, wagmiParameters } from 'latchkey/wagmi'
import { createRoot } from 'react-dom/client'
import { base, mainnet } from 'viem/chains'
import { createConfig, useConnection, WagmiProvider } from 'wagmi'
import { announceWallet } from '../announceWallet.js'

announceWallet()
const latchkey = createLatchkey({
  projectId: 'bench',
  networks: [mainnet, base],
  families: [eip155()],
})
const config = createConfig(wagmiParameters({ latchkey, chains: [mainnet, base] }))
createWagmiBridge({ latchkey, config })

/** What a site has wagmi for. */
function Status() {
  return <p>{useConnection().status}</p>
}

createRoot(document.querySelector('#root') as HTMLElement).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <LatchkeyConnectButton />
      <Status />
    </QueryClientProvider>
  </WagmiProvider>,
)
