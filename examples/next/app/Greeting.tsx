'use client'

import { useAccount, useDisconnect, useLatchkey, useNetwork } from 'latchkey/react'

export function Greeting() {
  const { address, isConnected } = useAccount()
  const { caipNetwork } = useNetwork()
  const { open } = useLatchkey()
  const { disconnect } = useDisconnect()

  if (!isConnected) {
    return (
      <button type="button" onClick={() => open()}>
        Come in
      </button>
    )
  }
  return (
    <p>
      Hello {address} on {caipNetwork?.name ?? 'a network we do not know'}.{' '}
      <button type="button" onClick={() => disconnect()}>
        Leave
      </button>
    </p>
  )
}
