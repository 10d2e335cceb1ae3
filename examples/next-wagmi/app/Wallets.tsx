'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { eip155 } from 'latchkey/eip155'
import { createLatchkey, LatchkeyProvider } from 'latchkey/react'
import { createWagmiBridge, wagmiParameters } from 'latchkey/wagmi'
import { type ReactNode, useEffect, useState } from 'react'
import { createConfig, type State, WagmiProvider } from 'wagmi'
import { chains, storage } from './shared'

const latchkey = createLatchkey({ projectId: 'my-site', networks: chains, families: [eip155()] })

type WalletsProps = { initialState: State | undefined; children: ReactNode }

export function Wallets({ initialState, children }: WalletsProps) {
  // Created in the component: on the server no visitor may see another visitor's account.
  const [config] = useState(() =>
    createConfig({ ...wagmiParameters({ latchkey, chains }), storage, ssr: true }),
  )
  const [queryClient] = useState(() => new QueryClient())
  useEffect(() => {
    const bridge = createWagmiBridge({ latchkey, config })
    return () => bridge.stop()
  }, [config])

  return (
    <WagmiProvider config={config} initialState={initialState}>
      <QueryClientProvider client={queryClient}>
        <LatchkeyProvider latchkey={latchkey}>{children}</LatchkeyProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}
