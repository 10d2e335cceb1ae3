import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createLatchkey } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { createWagmiBridge, wagmiParameters } from 'latchkey/wagmi'
import { createRoot } from 'react-dom/client'
import { base, mainnet } from 'viem/chains'
import { createConfig, WagmiProvider } from 'wagmi'
import { Shop } from './Shop'

const latchkey = createLatchkey({
  projectId: 'my-site',
  networks: [mainnet, base],
  families: [eip155()],
})

// Networks and nodes of the widget, our connector alone, and wagmi's own discovery of wallets off
// (`multiInjectedProviderDiscovery: false`): the window lists them already.
const config = createConfig(wagmiParameters({ latchkey, chains: [mainnet, base] }))
createWagmiBridge({ latchkey, config })

const queryClient = new QueryClient()
const app = document.querySelector('#app')
if (app) {
  createRoot(app).render(
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <Shop />
      </QueryClientProvider>
    </WagmiProvider>,
  )
}
