'use client'

import { eip155 } from 'latchkey/eip155'
import { base, mainnet } from 'latchkey/networks'
import { createLatchkey, LatchkeyProvider } from 'latchkey/react'
import { createMessenger, createSiwx } from 'latchkey/siwx'
import type { ReactNode } from 'react'
import { betterAuthSessions } from './betterAuthSessions'

const latchkey = createLatchkey({
  projectId: 'my-site',
  networks: [mainnet, base],
  families: [eip155()],
  siwx: createSiwx({
    messenger: createMessenger({ statement: 'Sign in to see your orders.' }),
    storage: betterAuthSessions,
  }),
})

export function Wallets({ children }: { children: ReactNode }) {
  return <LatchkeyProvider latchkey={latchkey}>{children}</LatchkeyProvider>
}
