'use client'

import {
  useLatchkey,
  useLatchkeyAccount,
  useLatchkeyDisconnect,
  useLatchkeyNetwork,
} from 'latchkey/react'

export function Greeting() {
  const { address, isConnected } = useLatchkeyAccount()
  const { caipNetwork } = useLatchkeyNetwork()
  const { open } = useLatchkey()
  const { disconnect } = useLatchkeyDisconnect()

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
