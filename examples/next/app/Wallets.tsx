'use client'

import { eip155 } from 'latchkey/eip155'
import { base, mainnet } from 'latchkey/networks'
import { createLatchkey, LatchkeyProvider } from 'latchkey/react'
import type { ReactNode } from 'react'

const latchkey = createLatchkey({
  projectId: 'my-site',
  networks: [mainnet, base],
  families: [eip155()],
})

export function Wallets({ children }: { children: ReactNode }) {
  return <LatchkeyProvider latchkey={latchkey}>{children}</LatchkeyProvider>
}
