'use client'

import { useConnection } from 'wagmi'

export function Account() {
  const { address, chain } = useConnection()
  if (!address) return <p>Nobody is connected.</p>
  return (
    <p>
      {address} on {chain?.name ?? 'a network we do not know'}
    </p>
  )
}
