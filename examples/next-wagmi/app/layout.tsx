import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { cookieToInitialState, createConfig, http } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'
import { chains, storage } from './shared'
import { Wallets } from './Wallets'

export const metadata: Metadata = { title: 'Latchkey with Next and wagmi', icons: 'data:,' }

// Only to read the cookie. The widget cannot be created here, and no node is called.
const config = createConfig({
  chains,
  storage,
  ssr: true,
  transports: { [mainnet.id]: http(), [base.id]: http() },
})

export default async function Layout({ children }: { children: ReactNode }) {
  const initialState = cookieToInitialState(config, (await headers()).get('cookie'))
  return (
    <html lang="en">
      <body>
        <Wallets initialState={initialState}>{children}</Wallets>
      </body>
    </html>
  )
}
