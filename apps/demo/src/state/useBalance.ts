import type { Latchkey } from 'latchkey'
import { useCallback, useEffect, useState } from 'react'
import type { Facts } from './facts.js'

/** The balance as text, and how to refresh it. */
export function useBalance(latchkey: Latchkey, facts: Facts): readonly [string, () => void] {
  const [words, setText] = useState('–')
  const { address, caipNetworkId } = facts

  const read = useCallback(
    async (isCurrent: () => boolean) => {
      const text = await describeBalance(latchkey)
      if (isCurrent()) setText(text)
    },
    [latchkey],
  )

  useEffect(() => {
    let isCurrent = true
    if (address && caipNetworkId) void read(() => isCurrent)
    else setText('–')
    return () => {
      isCurrent = false
    }
  }, [read, address, caipNetworkId])

  return [words, () => void read(() => true)]
}

async function describeBalance(latchkey: Latchkey): Promise<string> {
  try {
    const found = await latchkey.getBalance()
    return found ? `${found.balance} ${found.symbol}` : '–'
  } catch {
    // The node may be out of reach; the widget says so in its own place.
    return 'Could not be read'
  }
}
